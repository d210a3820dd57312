import { buildWeb } from './build.ts'
import { plainly, say, seconds } from './plainly.ts'

await plainly(async () => {
  const building = await buildWeb(say)
  const { main } = await import('../server/main.ts')
  const { url, address, cold } = await main({ say })
  const answer = await fetch(new URL('/healthz', address))
  await answer.body?.cancel()
  // Counted from the start of Node itself to the first answer.
  const took = [`${cold ? 'cold' : 'warm'} start, ${seconds(performance.now())}`]
  if (building > 0) took.push(`${seconds(building)} of it for the bundle`)
  say(`Ready at ${url} (${took.join(', ')})`)
})
