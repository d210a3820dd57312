import { deepStrictEqual } from 'node:assert'
import type { Case } from './case.ts'
import { type Load, load } from './load.ts'
import { cpuOf, type Server } from './processes.ts'
import type { Asked } from './raw-http.ts'

const CONNECTIONS = 32
export const ROUNDS = 7
export const ROUND_SECONDS = 0.25
const WARM_UP_SECONDS = 0.25

/** A server and its request for each case. */
export type Side = { server: Server; asked: (benchCase: Case, n: number, connection: number) => Asked }

export const product = (server: Server, cookies: string[]): Side => ({
  server,
  asked: (benchCase, n, connection) => ({
    method: methodOf(benchCase),
    path: benchCase.path(n),
    cookie: cookies[connection % cookies.length],
    body: benchCase.body?.(n),
    // The web app sends an idempotency key with every POST.
    key: methodOf(benchCase) === 'POST' ? `bench-${n}` : undefined,
  }),
})

/** The values of a write are sent as the body, so that the yardsticks also read a body. */
export const yardstick = (server: Server, cases: Case[]): Side => ({
  server,
  asked: (benchCase, n) => {
    const values = benchCase.values?.(n) ?? []
    return benchCase.kind === 'write'
      ? { method: 'POST', path: `/${cases.indexOf(benchCase)}`, body: values }
      : { method: 'GET', path: `/${cases.indexOf(benchCase)}?values=${encodeURIComponent(JSON.stringify(values))}` }
  },
})

const methodOf = (benchCase: Case) => benchCase.method ?? (benchCase.kind === 'write' ? 'POST' : 'GET')

/** Throws unless a read returns the same rows and fields on all sides. */
export async function compareAnswers(benchCase: Case, [ours, ...others]: Side[]): Promise<void> {
  if (benchCase.kind === 'write' || !ours) return
  const expected = await get(ours, benchCase)
  for (const side of others)
    deepStrictEqual(await get(side, benchCase), expected, `${benchCase.name}: the answers differ`)
}

async function get({ server, asked }: Side, benchCase: Case): Promise<unknown> {
  const { path, cookie = '' } = asked(benchCase, 0, 0)
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { cookie } })
  if (!response.ok) throw new Error(`${benchCase.name}: ${response.status} ${await response.text()}`)
  return JSON.parse(await response.text(), asTime)
}

/** PostgreSQL and JavaScript format timestamps differently. */
const asTime = (_: string, value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)
    ? new Date(value).toISOString()
    : value

export const warmUp = (benchCase: Case, side: Side, seconds = WARM_UP_SECONDS) =>
  ask(benchCase, side, CONNECTIONS, seconds)

/** Measures the same requests on each side, in short alternating rounds, so that other load on the machine affects all sides equally. */
export async function measure(
  benchCase: Case,
  sides: Side[],
  database: number,
  connections = CONNECTIONS,
): Promise<Load[][]> {
  for (const side of sides) await warmUp(benchCase, side)
  const rounds: Load[][] = sides.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, side] of sides.entries()) {
      const used = () => cpuOf(side.server.pid) + cpuOf(database)
      const before = used()
      const done = await ask(benchCase, side, connections, ROUND_SECONDS)
      rounds[i]?.push({ ...done, cpuMs: used() - before })
    }
  return rounds
}

async function ask(benchCase: Case, { server, asked }: Side, connections: number, seconds: number) {
  const next = (n: number, connection: number) => asked(benchCase, n, connection)
  const done = await load(server.port, { connections, seconds, next })
  if (done.failures) throw new Error(`${benchCase.name}: ${done.failures} of ${done.latencies.length} requests failed`)
  return done
}

export const rateOf = ({ latencies, seconds }: Load) => latencies.length / seconds
export const quantile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0

/** The median of the ratios of all rounds. */
export const ratio = (of: (load: Load) => number, over: Load[] = [], under: Load[] = []) =>
  quantile(
    over.map((load, round) => of(load) / of(under[round] as Load)),
    0.5,
  )
