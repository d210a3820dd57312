import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../database/connection/problem.ts'
import { type Embedded, startEmbedded } from '../database/embedded/embedded.ts'
import { plainly, say } from '../scripts/plainly.ts'
import type { Bench } from './bench.ts'
import { benchSignIn } from './sign-in.ts'
import { benchSlice } from './slices.ts'
import { benchStreams } from './streams.ts'

/** Returns how many goals were missed. */
type Part = { name: string; run: (embedded: Embedded) => Promise<number> }

const cases = readdirSync(join(import.meta.dirname, 'cases')).filter(file => file.endsWith('.ts'))
const parts: Part[] = []
for (const file of cases.sort()) {
  const { default: bench } = (await import(`./cases/${file}`)) as { default: Bench }
  parts.push({ name: bench.slice, run: embedded => benchSlice(embedded, bench) })
}
parts.push({ name: 'streams', run: benchStreams }, { name: 'sign-in', run: benchSignIn })

await plainly(async () => {
  const chosen = choose(process.argv.slice(2))
  const dataDir = mkdtempSync(join(tmpdir(), 'community-bench-'))
  let missed = 0
  try {
    const embedded = await startEmbedded({ dataDir, say })
    say(`PostgreSQL embedded, durable; ${cpus().length} cores`)
    try {
      for (const part of chosen) missed += await part.run(embedded)
    } finally {
      await embedded.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  say(missed ? `\n${missed} goal${missed === 1 ? '' : 's'} missed` : '\nevery goal met')
})

function choose(wanted: string[]): Part[] {
  const unknown = wanted.filter(name => !parts.some(part => part.name === name))
  if (unknown.length > 0)
    throw new Problem(
      `There is no bench named ${unknown.join(', ')}.`,
      `There are: ${parts.map(({ name }) => name).join(', ')}`,
    )
  return parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
}
