import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../database/connection/problem.ts'
import type { Embedded } from '../database/embedded/embedded.ts'
import { type Community, makeMembers, startProduct, withCommunity } from './community.ts'
import type { Happened, Heard, Listen, Opened } from './listeners.ts'
import { type Child, cpuOf, launch, memoryOf, type Server } from './processes.ts'

const STREAMS = 3000
/** A member has five streams at most. */
const MEMBERS = STREAMS / 5
const PER_SECOND = 10
const SECONDS = 30
const CHANGES = PER_SECOND * SECONDS
/** Beside the streams: the database, the bundle, the standard ones. */
const OTHER_FILES = 100

/** Many browsers on one process while members write: does each hear of everything, and how soon? */
export async function benchStreams(embedded: Embedded): Promise<number> {
  refuseFewFiles()
  console.log(
    `\nstreams: ${STREAMS.toLocaleString('en')} on one process, ${PER_SECOND} changes a second for ${SECONDS} s`,
  )
  return withCommunity(embedded, 'streams', async community => {
    const cookies = await makeMembers(community.owner, MEMBERS)
    await community.owner.query(`insert into posts (user_id, title, content)
      select 1 + i % ${MEMBERS}, 'Topic ' || i, 'To be liked' from generate_series(1, ${CHANGES}) i`)
    const product = await startProduct(community)
    try {
      const listeners = launch('listeners.ts')
      try {
        return await run(community, product, listeners, cookies)
      } finally {
        await listeners.stop()
      }
    } finally {
      await product.stop()
    }
  })
}

async function run(community: Community, product: Server, listeners: Child, cookies: string[]): Promise<number> {
  const atRest = memoryOf(product.pid)
  listeners.tell({ port: product.port, cookies, streams: STREAMS } satisfies Listen)
  const { seconds, refused } = await listeners.hears<Opened>()
  if (refused > 0) throw new Error(`${refused} of ${STREAMS} streams were refused`)
  const withStreams = memoryOf(product.pid)
  say('opened in', `${seconds.toFixed(1)} s, ${(STREAMS / seconds).toFixed(0)} a second`)

  const before = { cpu: cpuOf(product.pid), time: performance.now() }
  await write(product, cookies)
  const cpu = (cpuOf(product.pid) - before.cpu) / (performance.now() - before.time)
  listeners.tell({ changes: await whatHappened(community) } satisfies Happened)
  const heard = await listeners.hears<Heard>()

  const isMissed = heard.lost > 0 || heard.broken > 0 || heard.resyncs > 0
  say(
    'changes × streams',
    `${(CHANGES * STREAMS).toLocaleString('en')} in ${heard.messages.toLocaleString('en')} messages`,
  )
  say(
    'lost',
    `${heard.lost}, ${heard.broken} streams broken, ${heard.resyncs} resyncs  goal 0 ${isMissed ? 'MISSED' : 'met'}`,
  )
  say('delivery from the write', `p50 ${ms(heard.p50)}, p99 ${ms(heard.p99)}, most ${ms(heard.most)}`)
  const each = ((withStreams - atRest) * 1024) / STREAMS
  say(
    'memory',
    `${mb(atRest)} at rest, ${mb(withStreams)} with the streams (${each.toFixed(0)} KB each), ${mb(memoryOf(product.pid))} at the end`,
  )
  say('processor', `${(cpu * 100).toFixed(0)} % of a core`)
  return isMissed ? 1 : 0
}

/** Through the door members come in by, each time another row: new topics and likes in turn, evenly over the time. */
async function write(product: Server, cookies: string[]): Promise<void> {
  const begin = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < CHANGES; n++) {
    await sleep(Math.max(0, begin + (n * 1000) / PER_SECOND - performance.now()))
    const cookie = cookies[n % cookies.length] as string
    const one =
      n % 2
        ? ask(product, cookie, 'PUT', `/api/posts/${n}/like`)
        : ask(product, cookie, 'POST', '/api/posts', { title: `New ${n}`, content: 'Heard?' })
    // Heard of below, when all are asked for.
    one.catch(() => undefined)
    sent.push(one)
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

/** The moment is that of the write itself, before its commit: what is measured from it is rather too much than too little. */
async function whatHappened({ owner }: Community): Promise<Happened['changes']> {
  const { rows } =
    await owner.query(`select kind || ' ' || row_id as key, extract(epoch from min(at))::float8 * 1000 as at
    from live_changes group by 1`)
  if (rows.length !== CHANGES) throw new Error(`${rows.length} rows changed, not ${CHANGES}`)
  return rows
}

function refuseFewFiles(): void {
  const { open_files } = (process.report.getReport() as { userLimits: { open_files: { soft: number | string } } })
    .userLimits
  if (Number(open_files.soft) < STREAMS + OTHER_FILES)
    throw new Problem(
      `${STREAMS} streams need more open files than the ${open_files.soft} that are allowed here.`,
      `Allow more: ulimit -n ${STREAMS + 1000}`,
    )
}

const say = (what: string, text: string) => console.log(`  ${what.padEnd(24)} ${text}`)
const ms = (value: number) => `${value.toFixed(1)} ms`
const mb = (value: number) => `${value.toFixed(0)} MB`
