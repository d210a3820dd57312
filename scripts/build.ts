import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)
const bundle = join(root, 'dist/web')
const stamp = join(bundle, '.stamp')

/** Everything the browser bundle is made of. */
const SOURCES = [
  'web/**',
  'features/*/web/**',
  'features/*/*contract.ts',
  'features/*/shared/**',
  'contract/**',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

function hashOfSources() {
  const hash = createHash('sha256').update(process.env.NODE_ENV ?? 'production')
  for (const name of globSync(SOURCES, { cwd: root }).sort()) {
    const file = join(root, name)
    if (statSync(file).isFile()) hash.update(name).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * Builds the browser bundle into dist/web when its sources changed, and says how long that took. Vite is loaded only
 * then: a warm start stays quick.
 */
export async function buildWeb(say: (line: string) => void) {
  const began = performance.now()
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0
  say('Building the browser bundle …')
  // Built beside and moved into place whole, so that neither a crash nor a second builder leaves half a bundle.
  const draft = `${bundle}.${process.pid}`
  const { build } = await import('vite')
  // Whoever builds (development, a test): the bundle is the one that members get, never React's slow development build.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'error',
    build: { outDir: draft },
  }).finally(() => {
    process.env.NODE_ENV = NODE_ENV
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
  })
  writeFileSync(join(draft, '.stamp'), wanted)
  rmSync(bundle, { recursive: true, force: true })
  renameSync(draft, bundle)
  return performance.now() - began
}
