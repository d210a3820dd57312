import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import { TIMED_OUT } from './mutation.ts'

/** What a test file noticed first. Null: it passed. */
export type Outcome = { noticed: string | null }
/** `changed`: source files that are not as they were when they were read last. */
export type Task = { file: string; template: string; changed: string[] }

/**
 * A process that runs test files in its working directory, one for each message from the parent. It keeps Vitest for all of them, since
 * starting it takes as long as most files.
 */
const vitest = await createVitest({
  run: true,
  watch: false,
  project: ['postgres', 'unit', 'alone'],
  // The files of a code copy change between runs.
  isolate: true,
  maxWorkers: 1,
  bail: 1,
  reporters: [{}],
  cache: false,
})
await vitest.standalone()
const specifications = await vitest.globTestSpecifications()

process.on('message', async ({ file, template, changed }: Task) => {
  process.env.TEST_TEMPLATE_DATABASE = template
  for (const one of changed) vitest.invalidateFile(join(process.cwd(), one))
  const path = join(process.cwd(), file)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    specifications.filter(({ moduleId }) => moduleId === path),
  )
  const module = testModules.find(({ moduleId }) => moduleId === path)
  const noticed = module ? firstFailure(module) : `${file} was not run`
  process.send?.({ noticed: noticed ?? (unhandledErrors[0] ? String(unhandledErrors[0]) : null) } satisfies Outcome)
})
process.on('disconnect', () => void vitest.close().finally(() => process.exit()))
process.send?.({ ready: true })

const isTimeout = ({ message }: { message: string }) => /timed out|timeout/i.test(message)

function firstFailure(module: TestModule): string | null {
  if (module.ok()) return null
  for (const test of module.children.allTests('failed'))
    return `${test.fullName}${test.result().errors?.some(isTimeout) ? TIMED_OUT : ''}`
  const [error] = [...module.errors(), ...[...module.children.allSuites()].flatMap(suite => suite.errors())]
  return error?.message ?? 'the file failed'
}
