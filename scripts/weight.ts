import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { buildWeb, root } from './build.ts'

type Chunk = { file: string; src?: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
type Weight = { screen: string; js: number; css: number; brotli: number }

/** The size budget of the first signed-in screen and the sign-in page, in bytes of gzip. */
const BUDGET = { js: 150 * 1024, css: 15 * 1024 }
const HELD_TO_IT = ['features/home/web/HomePage.tsx', 'features/auth/web/AuthPage.tsx']

const bundle = join(root, 'dist/web')

/** The size of a first visit to each screen: the entry, the screen's chunk, and all their imports. */
export function weigh(): Weight[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(bundle, '.vite/manifest.json'), 'utf8'))
  const screens = Object.keys(manifest).filter(name => manifest[name]?.isDynamicEntry)
  return screens.map(screen => {
    const chunks = [...reached(manifest, ['index.html', screen])].map(name => manifest[name] as Chunk)
    const scripts = chunks.map(chunk => chunk.file)
    const styles = [...new Set(chunks.flatMap(chunk => chunk.css ?? []))]
    return {
      screen: screen.replace(/^(\.\.\/)+/, ''),
      js: sum(scripts, gzipped),
      css: sum(styles, gzipped),
      brotli: sum([...scripts, ...styles], brotlied),
    }
  })
}

/** One message for each exceeded budget. */
export function brokenBudgets(weights: Weight[]): string[] {
  return HELD_TO_IT.flatMap(screen => {
    const weight = weights.find(one => one.screen === screen)
    if (!weight) return [`${screen} is not in the bundle, so its weight is unknown.`]
    return (['js', 'css'] as const)
      .filter(kind => weight[kind] > BUDGET[kind])
      .map(kind => `${screen} weighs ${kb(weight[kind])} of ${kind} (gzip); its budget is ${kb(BUDGET[kind])}.`)
  })
}

function reached(manifest: Record<string, Chunk>, from: string[], found = new Set<string>()): Set<string> {
  for (const name of from) {
    if (found.has(name)) continue
    found.add(name)
    reached(manifest, manifest[name]?.imports ?? [], found)
  }
  return found
}

const read = (file: string) => readFileSync(join(bundle, file))
const gzipped = onceForEach(file => gzipSync(read(file), { level: 9 }).length)
const brotlied = onceForEach(file => brotliCompressSync(read(file)).length)
const sum = (files: string[], size: (file: string) => number) => files.reduce((total, file) => total + size(file), 0)
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** Memoises by file: screens share most files. */
function onceForEach(size: (file: string) => number) {
  const known = new Map<string, number>()
  return (file: string) => {
    const found = known.get(file) ?? size(file)
    known.set(file, found)
    return found
  }
}

/** `node scripts/weight.ts` prints the table and fails if a budget is exceeded. */
if (import.meta.main) {
  await buildWeb(line => console.log(line))
  const weights = weigh()
  console.log('first visit to                                      js gzip   css gzip   all brotli')
  for (const { screen, js, css, brotli } of weights.sort((a, b) => a.js - b.js))
    console.log([screen.padEnd(48), ...[js, css, brotli].map(bytes => kb(bytes).padStart(10))].join(' '))
  const broken = brokenBudgets(weights)
  for (const sentence of broken) console.error(sentence)
  process.exitCode = broken.length === 0 ? 0 : 1
}
