import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem } from '../database/connection/problem.ts'
import { findChromium } from './browser.ts'
import { buildWeb, root } from './build.ts'
import { runCommand, say, seconds } from './command-line.ts'

type Count = { passed: number; failed: number }

const reports = join(root, '.cache/tests')
const bin = join(root, 'node_modules/.bin')
const total: Count = { passed: 0, failed: 0 }
let stopped = false

const unitReport = join(reports, 'vitest.json')
const vitest = (...more: string[]) => [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
  ...more,
]

/** Browser tests of `npm test`: those that prove a line of the specification (@FORUM-12), and those tagged @main (tests/e2e/fixtures.ts). */
const MAIN = '@([A-Z]+-[0-9]+|main)\\b'

/**
 * `npm test` runs all tests except tests/launch and the browser tests that repeat a check in further cases, `npm run test:all` runs all, `npm run check`
 * only the fast checks. The last line prints the totals.
 */
await runCommand(async () => {
  const quick = process.argv[2] === 'check'
  const all = process.argv[2] === 'all'
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  await step('Types', () => passes(['tsc', '--noEmit']))
  await step('Lint', () => passes(['biome', 'check', '.']))
  if (quick) {
    await step('Unit tests', () => counted(vitest('--project=unit'), countVitest))
  } else {
    await step('Browser bundle', async () => {
      await buildWeb(say)
      return { passed: 0, failed: 0 }
    })
    await step('Unit, HTTP, SQL and law tests', () =>
      counted(
        vitest('--project=unit', '--project=postgres', '--project=alone', ...(all ? ['--project=launch'] : [])),
        countVitest,
      ),
    )
    await step('Browser tests', async () => {
      const CHROMIUM_PATH = await findChromium(say)
      return counted(['playwright', 'test', ...(all ? [] : [`--grep=${MAIN}`])], countPlaywright, {
        CHROMIUM_PATH,
      })
    })
  }
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
})

async function step(name: string, work: () => Promise<Count>) {
  say(`\n== ${name}`)
  const began = performance.now()
  const { passed, failed } = await work().catch(explained)
  total.passed += passed
  total.failed += failed
  say(`== ${name}: ${failed === 0 ? 'good' : 'NOT good'} (${seconds(performance.now() - began)})\n`)
}

/** A step that cannot run counts as one failure; the other steps still run. */
function explained(error: unknown): Count {
  console.error(error instanceof Problem ? `${error.message}\n${error.remedy}` : error)
  return { passed: 0, failed: 1 }
}

async function passes(command: string[]): Promise<Count> {
  return { passed: 0, failed: (await run(command)) === 0 ? 0 : 1 }
}

/** Counts from the tool's own report. A run that fails without naming a test, or that runs none, counts as a failure. */
async function counted(command: string[], count: () => Count, env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const code = await run(command, env)
  const { passed, failed } = count()
  if (passed + failed === 0) say('No test was executed.')
  const broken = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: failed + (broken ? 1 : 0) }
}

function countVitest(): Count {
  const report = read(unitReport)
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report
  return withSkipped(numPassedTests, numFailedTests, numPendingTests + numTodoTests)
}

function countPlaywright(): Count {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = read(join(reports, 'browser.json')).stats ?? {}
  if (flaky > 0) say(`${flaky} passed only at the second try, which counts as failed: see the list above.`)
  return withSkipped(expected, unexpected + flaky, skipped)
}

function withSkipped(passed: number, failed: number, skipped: number): Count {
  if (skipped > 0) say(`${skipped} skipped: a skipped test proves nothing and counts as failed.`)
  return { passed, failed: failed + skipped }
}

function read(report: string) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
}

function run([program = '', ...args]: string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<number>(resolve => {
    const child = spawn(join(bin, program), args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      // Puts our Node first, also if this script runs without npm.
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
    })
    // Ctrl-C reaches the tool directly. SIGTERM must be forwarded, or its database would keep running.
    const forward = () => child.kill('SIGINT')
    const wait = () => {
      stopped = true
    }
    process.once('SIGTERM', forward).once('SIGTERM', wait).once('SIGINT', wait)
    child.on('error', () => resolve(1))
    child.on('exit', code => (stopped ? process.exit(1) : resolve(code ?? 1)))
  })
}
