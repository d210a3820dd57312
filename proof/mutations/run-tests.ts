import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

/** What a test file noticed first. Null: it passed. */
export type Outcome = { noticed: string | null }

/**
 * A process that runs test files in its working directory, one for each message from the parent. It keeps Vitest for all of them, since
 * starting it takes as long as most files.
 */
const vitest = await createVitest({
  run: true,
  watch: false,
  project: ['postgres'],
  maxWorkers: 1,
  bail: 1,
  reporters: [{}],
  cache: false,
})
await vitest.standalone()
const specifications = await vitest.globTestSpecifications()

process.on('message', async ({ file, template }: { file: string; template: string }) => {
  process.env.TEST_TEMPLATE_DATABASE = template
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

function firstFailure(module: TestModule): string | null {
  if (module.ok()) return null
  for (const test of module.children.allTests('failed')) return test.fullName
  const [error] = [...module.errors(), ...[...module.children.allSuites()].flatMap(suite => suite.errors())]
  return error?.message ?? 'the file failed'
}
