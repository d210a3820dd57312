import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { writeServiceWorker } from './service-worker.ts'

export const root = dirname(import.meta.dirname)
const bundle = join(root, 'dist/web')
const stamp = join(bundle, '.stamp')

/** The sources of the browser bundle. */
const SOURCES = [
  'web/**',
  'features/*/web/**',
  'features/*/*contract.ts',
  'features/*/shared/**',
  'contract/**',
  'scripts/build.ts',
  'scripts/chunk-groups.ts',
  'scripts/service-worker.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

function hashOfSources() {
  const hash = createHash('sha256')
  for (const name of globSync(SOURCES, { cwd: root }).sort()) {
    const file = join(root, name)
    if (statSync(file).isFile()) hash.update(name).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Builds the browser bundle into dist/web if its sources changed. Returns the duration in milliseconds. */
export async function buildWeb(say: (line: string) => void) {
  const began = performance.now()
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0
  say('Building the browser bundle …')
  // Build into another folder and rename it, so that neither a crash nor a concurrent build leaves a partial bundle.
  const draft = `${bundle}.${process.pid}`
  try {
    await runVite(['--outDir', draft])
    writeFileSync(join(draft, '.prerendered.html'), await prerender('features/auth/web/prerender.tsx', draft))
    writeFileSync(join(draft, '.frames.json'), await prerender('web/app/frames.tsx', draft))
    writeServiceWorker(join(root, 'web/service-worker.js'), draft)
    await compress(draft)
    writeFileSync(join(draft, '.stamp'), wanted)
    rmSync(bundle, { recursive: true, force: true })
    renameSync(draft, bundle)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return performance.now() - began
}

/** It takes a second or two. Without this limit a script that waits for itself would wait forever. */
const PRERENDER_TIMEOUT_MS = 120_000

/** What this script prints: what visitors or members see before the scripts of the page have loaded. */
async function prerender(script: string, draft: string): Promise<string> {
  const folder = `${draft}.prerender`
  try {
    await runVite(['--ssr', join(root, script), '--outDir', folder])
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `${parse(script).name}.js`)], {
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 16 * 1024 * 1024,
      timeout: PRERENDER_TIMEOUT_MS,
    })
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compresses once, at the highest level: at run time that would delay the first visitors by seconds. */
async function compress(folder: string): Promise<void> {
  const texts = globSync('**/*.{js,css,svg,txt,webmanifest}', { cwd: folder }).map(name => join(folder, name))
  await Promise.all(
    texts.map(async file => {
      const body = readFileSync(file)
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(body))
      writeFileSync(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
    }),
  )
}

/** Runs in a separate process, so that the server does not keep Vite in memory. */
async function runVite(options: string[]): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const always = ['--config', join(root, 'vite.config.ts'), '--emptyOutDir', '--logLevel', 'error']
  const child = spawn(process.execPath, [vite, 'build', join(root, 'web'), ...always, ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Development and tests also get the production bundle, not React's slow development build.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The browser bundle was not built (vite ended with ${code}).`)
}
