import { rememberNotice, testsOf } from './choose.ts'
import type { Lane } from './lane.ts'
import { type Mutation, TIMED_OUT } from './mutation.ts'

/** Whether a file passes without any mutation, tried once for each file that noticed one. */
const passes = new Map<string, Promise<boolean>>()
function passesUnmutated(lane: Lane, file: string): Promise<boolean> {
  const known = passes.get(file) ?? lane.mutated([], run => run(file)).then(notice => notice === null)
  passes.set(file, known)
  return known
}

/** The first of these files that fails with the mutation and passes without it, and its first failed test. */
export async function firstNotice(lane: Lane, mutation: Mutation, files: string[]): Promise<string | null> {
  const found = await lane.mutated([mutation], async run => {
    for (const file of files) {
      const notice = await run(file)
      if (notice && (!notice.endsWith(TIMED_OUT) || (await run(file)))) return { file, notice }
    }
    return null
  })
  if (!found) return null
  if (await passesUnmutated(lane, found.file)) {
    rememberNotice(mutation, found.file)
    return `${found.file}: ${found.notice}`
  }
  return firstNotice(lane, mutation, files.slice(files.indexOf(found.file) + 1))
}

/** All test files that fail with these mutations together. A mutation that none of them notices alone is not noticed by any file. */
export async function filesNoticing(lanes: Lane[], mutations: Mutation[]): Promise<string[]> {
  const waiting = [...new Set(mutations.flatMap(testsOf))].map(({ path }) => path)
  const noticing: string[] = []
  await Promise.all(
    lanes.map(lane =>
      lane.mutated(mutations, async run => {
        for (let file = waiting.shift(); file; file = waiting.shift()) if (await run(file)) noticing.push(file)
      }),
    ),
  )
  return noticing
}

/** Does the work for each mutation in turn, on whichever lane is free. */
export async function share(
  lanes: Lane[],
  mutations: Mutation[],
  work: (lane: Lane, mutation: Mutation) => Promise<void>,
): Promise<void> {
  const waiting = [...mutations]
  await Promise.all(
    lanes.map(async lane => {
      for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) await work(lane, mutation)
    }),
  )
}
