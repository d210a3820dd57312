import { cpus, loadavg } from 'node:os'
import { aims, type Case } from './case.ts'
import type { Load } from './load.ts'
import { quantile, ROUND_SECONDS, ROUNDS, rateOf, ratio } from './measure.ts'

export type Row = { slice: string; benchCase: Case; ours: Load[]; plain: Load[]; bare: Load[]; growth: number }

/** Load average before the bench started. */
const busy = loadavg()[0] ?? 0

export const head = `| slice | request | a second | ÷ plain | ÷ bare | CPU ms | p99 ms | growth |
|---|---|---:|---:|---:|---:|---:|---:|`

/** One line of the table; a missed target is bold. */
export function line({ slice, benchCase, ours, plain, bare, growth }: Row): string {
  const aim = benchCase.kind === 'write' ? aims.write : aims.read
  const mark = (value: number, isReached: boolean) => (isReached ? value.toFixed(2) : `**${value.toFixed(2)}**`)
  const byPlain = ratio(rateOf, ours, plain)
  const byBare = ratio(rateOf, ours, bare)
  const cells = [
    slice,
    benchCase.kind === 'write' ? `${benchCase.name} (write)` : benchCase.name,
    quantile(ours.map(rateOf), 0.5).toFixed(0),
    mark(byPlain, byPlain >= aim.plain),
    mark(byBare, byBare >= aim.bare),
    `${cpuOf(ours)} (${cpuOf(plain)}, ${cpuOf(bare)})`,
    quantile(
      ours.flatMap(({ latencies }) => latencies),
      0.99,
    ).toFixed(1),
    mark(growth, growth <= aims.growth),
  ]
  return `| ${cells.join(' | ')} |`
}

const cpuOf = (rounds: Load[]) =>
  quantile(
    rounds.map(({ cpuMs, latencies }) => cpuMs / latencies.length),
    0.5,
  ).toFixed(2)

export const page = (lines: string[], sentences: string[], sizes: { small: number; large: number }) => `# Figures

Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run bench\`, which writes this page: ${cpus().length} cores shared by load, server and database, and
with other work (load average ${busy.toFixed(1)} before it began), Node ${process.versions.node}, the embedded PostgreSQL with fsync, 32 connections without a pause between requests, in a community of ${sizes.large.toLocaleString('en')}
members, topics, investors and requests for introductions, ${(sizes.large / 10).toLocaleString('en')} events and ${(sizes.large / 20).toLocaleString('en')} resources.

Two yardsticks answer the same requests from the same tables, with triggers, but without session, rules, throttle and log:

- **plain**: \`node:http\` and \`pg\`, the simplest SQL (\`bench/cases\`), rows decoded and serialised in Node.
- **bare**: the same SQL by our own technique: JSON built in SQL, pipelined (\`bench/yardstick.ts\`).

The three take turns in rounds of ${ROUND_SECONDS} seconds; of ${ROUNDS} rounds the middle one counts. Answers are compared first: a read has the same rows and fields on all three.

${head}
${lines.join('\n')}

- **÷ plain, ÷ bare**: our requests a second by theirs. Aims, not limits: lists and details at least ${aims.read.plain} of plain and ${aims.read.bare} of bare, writes ${aims.write.plain} of plain. Bold: missed.
- **CPU ms**: processor time of a request, Node and PostgreSQL together; in brackets that of plain and of bare. Of all columns it depends least on what else the machine does.
- **p99**: of ours, under that load.
- **growth**: how many times as long the middle request takes one member alone as in a community of ${sizes.small.toLocaleString('en')}. Aim: at most ${aims.growth}.
- POSTs carry the \`Idempotency-Key\` that our screens send; the yardsticks do nothing for it.

${sentences.join('\n\n')}
`
