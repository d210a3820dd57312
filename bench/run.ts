import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../database/connection/problem.ts'
import { type Embedded, startEmbedded } from '../database/embedded/embedded.ts'
import { readPostmaster } from '../database/embedded/postmaster.ts'
import { runCommand, say, seconds } from '../scripts/command-line.ts'
import type { Slice } from './case.ts'
import { makeCommunity, startProduct } from './community.ts'
import { head, line, page } from './figures.ts'
import { benchMatching } from './matching.ts'
import { compareAnswers, measure, product, quantile, ratio, type Side, warmUp, yardstick } from './measure.ts'
import { benchNotifications } from './notifications.ts'
import { launch, type Server } from './processes.ts'
import { benchSearch } from './search.ts'
import { benchStreams } from './streams.ts'
import { benchTies } from './ties.ts'
import { ASKERS, makeTexts } from './words.ts'
import type { Setup, Yardstick } from './yardstick.ts'

/** Benches with communities of their own; each returns a sentence. */
const extras: Record<string, (embedded: Embedded) => Promise<string>> = {
  notifications: benchNotifications,
  search: benchSearch,
  streams: benchStreams,
  ties: benchTies,
  matching: benchMatching,
}
const sizes = { small: 1000, large: 20_000 }
/** Until hot functions are compiled (JIT), as in a server that has run for weeks. */
const FIRST_WARM_UP_SECONDS = 5
const PAGE = join(import.meta.dirname, '../docs/figures.md')

const names = readdirSync(join(import.meta.dirname, 'cases'))
  .map(file => file.replace('.ts', ''))
  // Members first: all other rows refer to them.
  .sort((a, b) => Number(b === 'members') - Number(a === 'members') || a.localeCompare(b))
const slices = new Map<string, Slice>()
for (const name of names) slices.set(name, ((await import(`./cases/${name}.ts`)) as { default: Slice }).default)

await runCommand(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter(name => !(name in extras) && !slices.has(name))
  if (unknown.length > 0)
    throw new Problem(
      `There is no bench of ${unknown.join(', ')}.`,
      `There are: ${[...names, ...Object.keys(extras)].join(', ')}`,
    )
  const isWhole = wanted.length === 0
  const begin = performance.now()
  const dataDir = mkdtempSync(join(tmpdir(), 'community-bench-'))
  try {
    const embedded = await startEmbedded({ dataDir, say })
    try {
      const database = readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0
      const chosen = names.filter(name => isWhole || wanted.includes(name))
      const lines = chosen.length > 0 ? await bench(embedded, database, chosen) : []
      const sentences: string[] = []
      for (const [name, bench] of Object.entries(extras))
        if (isWhole || wanted.includes(name)) {
          sentences.push(await bench(embedded))
          say(sentences.at(-1) ?? '')
        }
      if (isWhole) writeFileSync(PAGE, page(lines, sentences, sizes))
    } finally {
      await embedded.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  say(`${isWhole ? 'Written to docs/figures.md' : 'Done'} after ${seconds(performance.now() - begin)}`)
})

async function bench(embedded: Embedded, database: number, wanted: string[]): Promise<string[]> {
  const running: Server[] = []
  const started = async (server: Promise<Server>) => {
    running.push(await server)
    return server
  }
  try {
    const [small, large] = [await fill(embedded, 'small'), await fill(embedded, 'large')]
    const cases = wanted.flatMap(name => slices.get(name)?.cases ?? [])
    const start = async (kind: Yardstick) => {
      const child = launch('yardstick.ts')
      child.send({ kind, url: large.urls.owner, cases: cases.map(({ kind, sql }) => ({ kind, sql })) } satisfies Setup)
      return yardstick(await started(child.served()), cases)
    }
    const ours = product(await started(startProduct(large)), large.cookies)
    const ofSmall = product(await started(startProduct(small)), small.cookies)
    return await compare(wanted, database, ours, ofSmall, [await start('plain'), await start('bare')])
  } finally {
    for (const server of running) await server.stop()
  }
}

function fill(embedded: Embedded, size: keyof typeof sizes) {
  say(`Filling the ${size} community …`)
  return makeCommunity(embedded, size, ASKERS, async owner => {
    await owner.query(makeTexts)
    for (const slice of slices.values()) await slice.seed(owner, sizes[size])
  })
}

async function compare(
  wanted: string[],
  database: number,
  ours: Side,
  ofSmall: Side,
  yardsticks: Side[],
): Promise<string[]> {
  const lines: string[] = []
  say(head)
  for (const slice of wanted)
    for (const benchCase of slices.get(slice)?.cases ?? []) {
      await compareAnswers(benchCase, [ours, ...yardsticks])
      if (lines.length === 0)
        for (const side of [ours, ofSmall, ...yardsticks]) await warmUp(benchCase, side, FIRST_WARM_UP_SECONDS)
      const [mine = [], plain = [], bare = []] = await measure(benchCase, [ours, ...yardsticks], database)
      const [inLarge, inSmall] = await measure(benchCase, [ours, ofSmall], database, 1)
      const growth = ratio(({ latencies }) => quantile(latencies, 0.5), inLarge, inSmall)
      lines.push(line({ slice, benchCase, ours: mine, plain, bare, growth }))
      say(lines.at(-1) ?? '')
    }
  return lines
}
