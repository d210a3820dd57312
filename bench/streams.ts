import { setTimeout as sleep } from 'node:timers/promises'
import { newClient } from '../database/connection/client.ts'
import type { Embedded } from '../database/embedded/embedded.ts'
import { makeCommunity, startProduct } from './community.ts'
import type { Changes, Delivery, Listen, Opened } from './listeners.ts'
import { cpuOf, launch, memoryOf, type Server } from './processes.ts'

const STREAMS = 3000
/** A member can have at most five streams. */
const MEMBERS = STREAMS / 5
const PER_SECOND = 10
const SECONDS = 10
const CHANGES = PER_SECOND * SECONDS

/** Opens many live streams to one process while members write. Returns a sentence with lost messages and delays. */
export async function benchStreams(embedded: Embedded): Promise<string> {
  const { urls, cookies } = await makeCommunity(embedded, 'streams', MEMBERS, owner =>
    owner.query(`insert into posts (user_id, title, content)
      select 1 + i % ${MEMBERS}, 'Topic ' || i, 'To be liked' from generate_series(1, ${CHANGES}) i`),
  )
  const product = await startProduct({ urls, cookies })
  const listeners = launch('listeners.ts')
  try {
    const atRest = memoryOf(product.pid)
    listeners.send({ port: product.port, cookies, streams: STREAMS } satisfies Listen)
    const { refused } = await listeners.receive<Opened>()
    if (refused > 0) throw new Error(`${refused} of ${STREAMS} streams were refused`)
    const each = ((memoryOf(product.pid) - atRest) * 1024) / STREAMS
    const before = cpuOf(product.pid)
    await write(product, cookies)
    const cpu = (cpuOf(product.pid) - before) / (SECONDS * 10)
    listeners.send({ changes: await readChanges(urls.owner) } satisfies Changes)
    const { lost, broken, resyncs, p50, p99 } = await listeners.receive<Delivery>()
    return `${STREAMS.toLocaleString('en')} live streams on one process while members write ${PER_SECOND} times a second: ${lost} of ${(CHANGES * STREAMS).toLocaleString('en')} messages lost, ${broken} streams broken, ${resyncs} asked to load anew; heard after ${p50.toFixed(0)} ms (p99 ${p99.toFixed(0)} ms); ${each.toFixed(0)} KB of memory a stream, ${cpu.toFixed(0)} % of a core.`
  } finally {
    await listeners.stop()
    await product.stop()
  }
}

/** Writes through the HTTP API: new topics and likes in turn, at a constant rate, each to another row. */
async function write(product: Server, cookies: string[]): Promise<void> {
  const begin = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < CHANGES; n++) {
    await sleep(Math.max(0, begin + (n * 1000) / PER_SECOND - performance.now()))
    const cookie = cookies[n % cookies.length] as string
    const request =
      n % 2
        ? ask(product, cookie, 'PUT', `/api/posts/${n}/like`)
        : ask(product, cookie, 'POST', '/api/posts', { title: `New ${n}`, content: 'Heard?' })
    // Promise.all below reports the error.
    request.catch(() => undefined)
    sent.push(request)
  }
  await Promise.all(sent)
}

async function ask(product: Server, cookie: string, method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
    method,
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
}

/** `at` is the time of the write, before its commit: the measured delays include the commit. */
async function readChanges(url: string): Promise<Changes['changes']> {
  const owner = newClient({ connectionString: url })
  await owner.connect()
  const { rows } =
    await owner.query(`select kind || ' ' || row_id as key, extract(epoch from min(at))::float8 * 1000 as at
    from live_changes group by 1`)
  await owner.end()
  if (rows.length !== CHANGES) throw new Error(`${rows.length} rows changed, not ${CHANGES}`)
  return rows
}
