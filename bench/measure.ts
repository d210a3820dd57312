import { deepStrictEqual } from 'node:assert'
import type { Case, Measured } from './bench.ts'
import { type Asked, load } from './load.ts'
import { cpuOf, type Server } from './processes.ts'

/** Once, until both have compiled what is hot in them: a server that runs for weeks is measured. */
const FIRST_WARM_UP = 5
const WARM_UP = 1
const SECONDS = 2
/** The middle one counts: a machine that others use too has bad moments. */
const ROUNDS = 3

type Asker = (n: number, connection: number) => Asked

const askProduct =
  (one: Case, cookies: string[]): Asker =>
  (n, connection) => ({
    method: one.method ?? 'GET',
    path: one.path(n),
    cookie: cookies[connection % cookies.length],
    body: one.body?.(n),
    key: one.hasKey ? `bench-${n}` : undefined,
  })

const askLimit =
  (one: Case, index: number): Asker =>
  n => ({ method: 'GET', path: `/${index}?values=${encodeURIComponent(JSON.stringify(one.limit.values(n)))}` })

/** A comparison of different answers would be worth nothing: a read's rows and fields must be the same on both sides. */
export async function sameAnswer(
  one: Case,
  index: number,
  product: Server,
  limit: Server,
  cookies: string[],
): Promise<void> {
  if ((one.method ?? 'GET') !== 'GET') return
  const get = async (server: Server, asked: Asked) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${asked.path}`, {
      headers: asked.cookie ? { cookie: asked.cookie } : {},
    })
    if (!response.ok) throw new Error(`${one.name}: ${response.status} ${await response.text()}`)
    return JSON.parse(await response.text(), asTime)
  }
  const [ours, theirs] = [
    await get(product, askProduct(one, cookies)(0, 0)),
    await get(limit, askLimit(one, index)(0, 0)),
  ]
  deepStrictEqual(ours, theirs, `${one.name}: product and limit answer differently`)
}

/** PostgreSQL and JavaScript write the same moment differently. */
const asTime = (_: string, value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)
    ? new Date(value).toISOString()
    : value

export async function warmUp(one: Case, product: Server, limit: Server, cookies: string[]): Promise<void> {
  const options = { connections: 32, seconds: FIRST_WARM_UP }
  await load(product.port, { ...options, next: askProduct(one, cookies) })
  await load(limit.port, { ...options, next: askLimit(one, 0) })
}

/** In turns, so that a noisy moment of the machine meets both. */
export async function measure(
  one: Case,
  index: number,
  product: Server,
  limit: Server,
  cookies: string[],
  connections: number,
) {
  const ours: Measured[] = []
  const theirs: Measured[] = []
  await load(product.port, { connections, seconds: WARM_UP, next: askProduct(one, cookies) })
  await load(limit.port, { connections, seconds: WARM_UP, next: askLimit(one, index) })
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await timed(product, connections, askProduct(one, cookies)))
    theirs.push(await timed(limit, connections, askLimit(one, index)))
  }
  return { ours: middle(ours), theirs: middle(theirs) }
}

const GROWTH_ROUNDS = 5

type Side = { one: Case; product: Server; cookies: string[] }

/** How many times as long the middle request takes on the second side, in turns; of several rounds the middle one counts. */
export async function growthOf(small: Side, large: Side): Promise<number> {
  const growths: number[] = []
  const ask = ({ one, product, cookies }: Side) => timed(product, 1, askProduct(one, cookies), 1)
  await ask(small)
  await ask(large)
  for (let round = 0; round < GROWTH_ROUNDS; round++) {
    const { p50 } = await ask(small)
    growths.push((await ask(large)).p50 / p50)
  }
  return middleOf(growths)
}

async function timed(server: Server, connections: number, next: Asker, seconds = SECONDS): Promise<Measured> {
  const before = cpuOf(server.pid)
  const answered = await load(server.port, { connections, seconds, next })
  const { latencies, failures } = answered
  const cpu = cpuOf(server.pid) - before
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  if (failures) throw new Error(`${failures} of ${latencies.length} requests failed`)
  return {
    perSecond: latencies.length / answered.seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpuMs: cpu / latencies.length,
    failures,
  }
}

const middle = (all: Measured[]): Measured => {
  const of = (pick: (one: Measured) => number) => middleOf(all.map(pick))
  return {
    perSecond: of(m => m.perSecond),
    p50: of(m => m.p50),
    p99: of(m => m.p99),
    cpuMs: of(m => m.cpuMs),
    failures: 0,
  }
}

const middleOf = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
