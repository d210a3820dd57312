import { once } from 'node:events'
import { get } from 'node:http'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { buildWeb } from './build.ts'
import { runCommand, say, seconds } from './command-line.ts'

// Later starts use the compile cache: faster, and without the TypeScript compiler in memory (25 MB).
enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))

await runCommand(async () => {
  const building = await buildWeb(say)
  const { main } = await import('../server/main.ts')
  const { url, address, cold } = await main({ say })
  await firstAnswer(new URL('/healthz', address))
  // From the start of the Node process to the first answer.
  const took = [`${cold ? 'cold' : 'warm'} start, ${seconds(performance.now())}`]
  if (building > 0) took.push(`${seconds(building)} of it for the bundle`)
  flushCompileCache()
  say(`Ready at ${url} (${took.join(', ')})`)
})

/** Uses node:http, because fetch would stay in memory (8 MB). */
async function firstAnswer(url: URL): Promise<void> {
  const [answer] = await once(get(url), 'response')
  answer.resume()
}
