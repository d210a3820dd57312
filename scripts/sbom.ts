import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../database/connection/problem.ts'
import { root } from './build.ts'
import { runCommand, say } from './command-line.ts'

/**
 * `npm run sbom`: lists every shipped package, of the server and the browser bundle, with version, hash and licence, as CycloneDX JSON in
 * sbom.json or the file in the first argument. It reads the lock file, so it includes the packages of all platforms.
 */
await runCommand(async () => {
  const file = process.argv[2] ?? join(root, 'sbom.json')
  const temporary = mkdtempSync(join(tmpdir(), 'community-sbom-'))
  try {
    // npm uses the name of the folder as the name of the product.
    const folder = join(temporary, 'founders-community')
    mkdirSync(folder)
    writeShippedPart(folder)
    const bom = listOf(folder)
    writeFileSync(file, bom)
    say(`${(JSON.parse(bom) as { components: unknown[] }).components.length} packages are listed in ${file}.`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
})

type Lock = { packages: Record<string, { dev?: boolean; devDependencies?: object }> }

/** Writes package.json and lock file without devDependencies: `npm sbom --omit=dev` also omits packages that a shipped and a dev package share. */
function writeShippedPart(folder: string): void {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content))
  const lock = read('package-lock.json') as Lock
  const shipped = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  write('package-lock.json', {
    ...lock,
    packages: Object.fromEntries(shipped.map(([path, entry]) => [path, { ...entry, devDependencies: undefined }])),
  })
  write('package.json', { ...read('package.json'), devDependencies: undefined, scripts: undefined })
}

function listOf(folder: string): string {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  )
  if (status !== 0)
    throw new Problem(
      `npm sbom failed. ${stderr.trim()}`,
      'It needs npm 10 or newer: `npm --version` says which one is here.',
    )
  return stdout
}
