import { createHash, randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { buildWeb } from '../scripts/build.ts'
import { say } from '../scripts/command-line.ts'
import { databaseMutations } from './mutations/catalogue.ts'
import { likelyFirst } from './mutations/choose.ts'
import { guardMutations } from './mutations/guards.ts'
import { type Lane, openLane } from './mutations/lane.ts'
import type { Mutation } from './mutations/mutation.ts'
import { filesNoticing, firstNotice, share } from './mutations/notice.ts'
import type { Part, Result } from './part.ts'

/** Tried first. The others are tried with all mutations together that these do not notice. */
const LIKELY_FILES = 10

export const mutations: Part = {
  promise:
    'The tests notice when a policy is dropped or opened, a trigger is dropped, a function that answers yes or no always says yes, or a check of the request handling is taken away.',
  rounds: 0,
  async prove(rounds) {
    await buildWeb(say)
    const lanes: Lane[] = []
    try {
      for (let count = Math.min(2, availableParallelism()); count > 0; count--) lanes.push(await openLane())
      return await mutateOn(lanes, rounds)
    } finally {
      for (const lane of lanes) await lane.close()
    }
  },
}

/** `rounds`: how many of all mutations, drawn at random; 0: all. */
async function mutateOn(lanes: Lane[], rounds: number): Promise<Result> {
  const [first] = lanes
  const all = [...(first ? await first.withDatabase(databaseMutations) : []), ...guardMutations]
  const seed = Number(process.env.MUTATIONS_SEED ?? randomInt(1_000_000_000))
  const only = new RegExp(process.env.MUTATIONS_ONLY ?? '')
  const named = all.filter(({ name }) => only.test(name))
  const drawn = shuffled(named, seed).slice(0, rounds || undefined)
  say(`${drawn.length} of ${all.length} mutations, seed ${seed} (MUTATIONS_SEED repeats it)`)

  const left: Mutation[] = []
  const likely = new Map<Mutation, string[]>()
  let tried = 0
  await share(lanes, drawn, async (lane, mutation) => {
    const files = likelyFirst(mutation).slice(0, LIKELY_FILES)
    likely.set(mutation, files)
    const notice = await firstNotice(lane, mutation, files)
    say(`${++tried} of ${drawn.length}: ${mutation.name}: ${notice ?? 'not noticed by the likely files'}`)
    if (!notice) left.push(mutation)
  })

  const noticing = left.length > 0 ? await filesNoticing(lanes, left) : []
  if (left.length > 0) say(`${left.length} mutations together: noticed by ${noticing.length} files`)
  const survivors: string[] = []
  await share(lanes, left, async (lane, mutation) => {
    const others = likelyFirst(mutation).filter(
      file => noticing.includes(file) && !likely.get(mutation)?.includes(file),
    )
    const notice = await firstNotice(lane, mutation, others)
    say(`${mutation.name}: ${notice ?? 'NOT NOTICED'}`)
    if (!notice) survivors.push(mutation.name)
  })
  const figures = `${drawn.length} of ${all.length} mutations tried (seed ${seed}${process.env.MUTATIONS_ONLY ? `, only those with MUTATIONS_ONLY=${process.env.MUTATIONS_ONLY}` : ''}), ${drawn.length - survivors.length} noticed`
  return {
    passed: survivors.length === 0,
    found: survivors.length > 0 ? `${figures}; not noticed: ${survivors.sort().join('; ')}` : figures,
  }
}

/** In an order that the seed decides. */
function shuffled(all: Mutation[], seed: number): Mutation[] {
  const place = ({ name }: Mutation) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return all.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}
