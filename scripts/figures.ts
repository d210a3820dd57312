import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Problem } from '../database/connection/problem.ts'
import { DEMO_EMAIL } from '../features/members/demo.ts'
import { findChromium } from './browser.ts'
import { buildWeb, root } from './build.ts'
import { runCommand, say, seconds } from './command-line.ts'
import { PASSWORD } from './demo/community.ts'
import { LONG_MS, listsHead, REACH, ROWS, SLOWER, scrollLists } from './long-lists.ts'

/** Not in package.json: 180 MB that only this command needs. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const lighthouse = join(root, '.cache', LIGHTHOUSE)
const cli = join(lighthouse, 'node_modules/lighthouse/cli/index.js')
const PAGE = join(root, 'docs/browser-figures.md')
const run = promisify(execFile)
const VISITS = 5

type Screen = { name: string; path: string; isPublic?: true }
/** One visit as Lighthouse measured it; times in milliseconds. */
type Visit = { score: number; paint: number; largest: number; blocking: number; shift: number; others: number[] }

const head = `| screen | performance | first paint | largest paint | blocking | layout shift | accessibility, best practices |
|---|---|---|---|---|---|---|`

/**
 * `npm run figures`: how quickly screens appear on a phone, measured with Lighthouse on a new demo community, and how lists of 10,000
 * rows scroll. `npm run figures -- visits` and `npm run figures -- lists` measure and write only one of both.
 */
await runCommand(async () => {
  const [part] = process.argv.slice(2)
  if (part && part !== 'visits' && part !== 'lists')
    throw new Problem(`There are no figures of ${part}.`, '  npm run figures -- visits\n  npm run figures -- lists')
  const chromium = await findChromium(say)
  if (part !== 'lists') await measureVisits(chromium)
  if (part !== 'visits') await measureLists(chromium)
  say('Written to docs/browser-figures.md')
})

async function measureVisits(chromium: string): Promise<void> {
  await installLighthouse()
  const where = await machine()
  const folder = mkdtempSync(join(tmpdir(), 'community-figures-'))
  const server = await startDemo(join(folder, 'data'))
  try {
    const cookie = await signIn(server.url)
    const lines: string[] = []
    say(head)
    for (const screen of await screensOf(server.url, cookie)) {
      const seen: Visit[] = []
      for (let i = 0; i < VISITS; i++) seen.push(await visit(chromium, server.url, screen, cookie))
      lines.push(line(screen, seen))
      say(lines.at(-1) ?? '')
    }
    write(
      'First visits',
      `${LIGHTHOUSE.replace('@', ' ')}, its phone preset (simulated slow network and a CPU four times slower), the demo member signed in, medians of ${VISITS} first visits each
in a new browser. Aims: performance at least 95, blocking under 150 ms, no layout shift. ${where}`,
      [head, ...lines],
    )
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureLists(chromium: string): Promise<void> {
  await buildWeb(say)
  const where = await machine()
  const lines = await scrollLists(chromium)
  write(
    'Long lists',
    `Lists of ${ROWS.toLocaleString('en')} rows, scrolled with the wheel until ${REACH.toLocaleString('en')} are loaded, in Chromium at the size of a phone with a CPU ${SLOWER} times slower; traced: the tasks of the page's main
thread. Aim: none over ${LONG_MS} ms. The processor time of a task is without the time in which other programs ran. ${where}`,
    [listsHead, ...lines],
  )
}

/** What the figures depend on: other programs that run at the same time make them worse. */
async function machine(): Promise<string> {
  const { stdout } = await run('git', ['log', '-1', '--format=%h of %cs'], { cwd: root }).catch(() => ({
    stdout: 'unknown',
  }))
  const processors = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}`
  return `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${stdout.trim()}, on ${processors}; load average at the start ${loadavg()[0]?.toFixed(1)}.`
}

async function installLighthouse(): Promise<void> {
  if (existsSync(cli)) return
  say(`Installing ${LIGHTHOUSE} …`)
  mkdirSync(lighthouse, { recursive: true })
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', lighthouse, LIGHTHOUSE])
}

/** In a process of its own: measuring must not slow it down. */
async function startDemo(dataDir: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts')], {
    env: { PATH: process.env.PATH, DEMO_DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  // Ctrl-C reaches only this process: the server has its own process group.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().then(() => process.exit(1)))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const [, address] = /^The demo community is at (\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error('The demo community did not start.')))
  })
  return { url, stop }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_EMAIL, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`The demo member could not sign in: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

async function screensOf(url: string, cookie: string): Promise<Screen[]> {
  const answer = await fetch(`${url}/api/posts`, { headers: { cookie } })
  const topics = (await answer.json()) as { id: number; comments_count: number }[]
  const topic = topics.toSorted((a, b) => b.comments_count - a.comments_count)[0]
  return [
    { name: 'sign-in', path: '/auth', isPublic: true },
    { name: 'home', path: '/' },
    { name: 'forum', path: '/forum' },
    { name: 'a topic', path: `/forum/${topic?.id}` },
    { name: 'members', path: '/members' },
    { name: 'investors', path: '/investors' },
    { name: 'events', path: '/events' },
  ]
}

/** A first visit in a new browser, as on a middling phone (Lighthouse's default). */
async function visit(chromium: string, url: string, { path, isPublic }: Screen, cookie: string): Promise<Visit> {
  const { stdout } = await run(
    process.execPath,
    [
      cli,
      url + path,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=--headless ${process.getuid?.() === 0 ? '--no-sandbox' : ''}`,
      ...(isPublic ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 2 ** 27 },
  )
  const { audits, categories, finalDisplayedUrl } = JSON.parse(stdout)
  if (finalDisplayedUrl !== url + path) throw new Error(`${path} led to ${finalDisplayedUrl}`)
  const value = (name: string): number => audits[name].numericValue
  const score = (name: string) => Math.round(categories[name].score * 100)
  return {
    score: score('performance'),
    paint: value('first-contentful-paint'),
    largest: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    others: [score('accessibility'), score('best-practices')],
  }
}

function line({ name }: Screen, seen: Visit[]): string {
  const median = (of: (visit: Visit) => number) => seen.map(of).toSorted((a, b) => a - b)[seen.length >> 1] ?? 0
  const scores = seen.map(({ score }) => score)
  return `| ${[
    name,
    `${median(({ score }) => score)} (${Math.min(...scores)} to ${Math.max(...scores)})`,
    seconds(median(({ paint }) => paint)),
    seconds(median(({ largest }) => largest)),
    `${Math.round(median(({ blocking }) => blocking))} ms`,
    median(({ shift }) => shift).toFixed(3),
    [0, 1].map(i => median(({ others }) => others[i] ?? 0)).join(', '),
  ].join(' | ')} |`
}

/** Replaces a section of the page. */
function write(title: string, text: string, table: string[]): void {
  const sections = existsSync(PAGE)
    ? readFileSync(PAGE, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : []
  const section = `## ${title}\n\n${text}\n\n${table.join('\n')}\n`
  const others = sections.filter(other => !other.startsWith(`## ${title}\n`)).map(other => `${other.trim()}\n`)
  const all = [...others, section].sort()
  writeFileSync(
    PAGE,
    `# How quickly screens appear, and lists scroll\n\nWritten by \`npm run figures\`.\n\n${all.join('\n')}`,
  )
}
