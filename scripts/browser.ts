import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem } from '../database/connection/problem.ts'

/** The headless shell first: it has no screen output, so the tests are faster. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ON_A_MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A working Chromium: CHROMIUM_PATH, else an installed one, else one that we install. */
export async function findChromium(say: (line: string) => void): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new Problem(`CHROMIUM_PATH is ${given}, which does not run.`, 'Set it to a Chromium or Chrome, or unset it.')
  }
  return installed() ?? (await installFromDebian(say)) ?? (await installFromPlaywright(say))
}

/** On Ubuntu `chromium-browser` may be only a stub that prints how to install it. */
function runs(path: string) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.includes('Chrom') ?? false
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...NAMES.flatMap(name => folders.map(folder => join(folder, name))), ...ON_A_MAC]
  return candidates.find(path => existsSync(path) && runs(path))
}

async function installFromDebian(say: (line: string) => void) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  say('Installing Chromium for the browser tests (apt-get) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = (name: string) => succeeds('apt-get', ['install', '--yes', '--no-install-recommends', name], env)
  const done =
    (await succeeds('apt-get', ['update'], env)) &&
    // Older releases have only the full browser.
    ((await install('chromium-headless-shell')) || (await install('chromium')))
  return done ? installed() : undefined
}

async function installFromPlaywright(say: (line: string) => void) {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  if (runs(path)) return path
  say('Installing Chromium for the browser tests (playwright install) …')
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  const dependencies = process.getuid?.() === 0 ? ['--with-deps'] : []
  await succeeds(process.execPath, [cli, 'install', ...dependencies, 'chromium'], process.env)
  if (runs(path)) return path
  throw new Problem(
    'The browser tests need Chromium, which is not installed and could not be installed (the reason is above).',
    'Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
}

function succeeds(program: string, args: string[], env: NodeJS.ProcessEnv) {
  return new Promise<boolean>(resolve => {
    const child = spawn(program, args, { env, stdio: 'inherit' })
    child.on('error', () => resolve(false))
    child.on('exit', code => resolve(code === 0))
  })
}
