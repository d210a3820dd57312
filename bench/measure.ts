import { deepStrictEqual } from 'node:assert'
import type { Case } from './case.ts'
import { type Asked, type Load, load } from './load.ts'
import { cpuOf, type Server } from './processes.ts'

const CONNECTIONS = 32
export const ROUNDS = 7
export const ROUND_SECONDS = 0.25
const WARM_UP_SECONDS = 0.25

/** Who is asked, and how it is asked for a case. */
export type Side = { server: Server; asked: (one: Case, n: number, connection: number) => Asked }

export const product = (server: Server, cookies: string[]): Side => ({
  server,
  asked: (one, n, connection) => ({
    method: methodOf(one),
    path: one.path(n),
    cookie: cookies[connection % cookies.length],
    body: one.body?.(n),
    // As our screens send it, so that a POST is done once.
    key: methodOf(one) === 'POST' ? `bench-${n}` : undefined,
  }),
})

/** Writes are sent to the yardsticks as a body too, so that they also read one. */
export const yardstick = (server: Server, cases: Case[]): Side => ({
  server,
  asked: (one, n) => {
    const values = one.values?.(n) ?? []
    return one.kind === 'write'
      ? { method: 'POST', path: `/${cases.indexOf(one)}`, body: values }
      : { method: 'GET', path: `/${cases.indexOf(one)}?values=${encodeURIComponent(JSON.stringify(values))}` }
  },
})

const methodOf = (one: Case) => one.method ?? (one.kind === 'write' ? 'POST' : 'GET')

/** Comparing different answers would be worth nothing: rows and fields of a read must be the same on all sides. */
export async function compareAnswers(one: Case, [ours, ...others]: Side[]): Promise<void> {
  if (one.kind === 'write' || !ours) return
  const expected = await get(ours, one)
  for (const other of others) deepStrictEqual(await get(other, one), expected, `${one.name}: the answers differ`)
}

async function get({ server, asked }: Side, one: Case): Promise<unknown> {
  const { path, cookie = '' } = asked(one, 0, 0)
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { cookie } })
  if (!response.ok) throw new Error(`${one.name}: ${response.status} ${await response.text()}`)
  return JSON.parse(await response.text(), asTime)
}

/** PostgreSQL and JavaScript write the same moment differently. */
const asTime = (_: string, value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)
    ? new Date(value).toISOString()
    : value

export const warmUp = (one: Case, side: Side, seconds = WARM_UP_SECONDS) => ask(one, side, CONNECTIONS, seconds)

/** What the same requests took on each side, in short alternating rounds, so that a busy moment of the machine hits all alike. */
export async function measure(
  one: Case,
  sides: Side[],
  database: number,
  connections = CONNECTIONS,
): Promise<Load[][]> {
  for (const side of sides) await warmUp(one, side)
  const rounds: Load[][] = sides.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, side] of sides.entries()) {
      const used = () => cpuOf(side.server.pid) + cpuOf(database)
      const before = used()
      const done = await ask(one, side, connections, ROUND_SECONDS)
      rounds[i]?.push({ ...done, cpuMs: used() - before })
    }
  return rounds
}

async function ask(one: Case, { server, asked }: Side, connections: number, seconds: number) {
  const next = (n: number, connection: number) => asked(one, n, connection)
  const done = await load(server.port, { connections, seconds, next })
  if (done.failures) throw new Error(`${one.name}: ${done.failures} of ${done.latencies.length} requests failed`)
  return done
}

export const rateOf = ({ latencies, seconds }: Load) => latencies.length / seconds
export const quantile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0

/** Round by round, and of all rounds the middle one. */
export const ratio = (of: (one: Load) => number, over: Load[] = [], under: Load[] = []) =>
  quantile(
    over.map((one, round) => of(one) / of(under[round] as Load)),
    0.5,
  )
