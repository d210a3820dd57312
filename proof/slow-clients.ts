import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../scripts/command-line.ts'
import { type Bomb, bombs } from './bombs.ts'
import { register } from './member.ts'
import type { Part } from './part.ts'
import { type Server, withServer } from './server.ts'

const MIB = 2 ** 20
/** The memory of the server may grow by this much: 1,000 sockets, the buffered uploads and the pictures being decoded. */
const MAX_GROWTH_MIB = 400
const UPLOADERS = 4

/** How a client misuses its connection, and after how many seconds the server must have closed it. */
type Kind = { name: string; start: (cookie: string) => string; more: string; everyMs: number; closedAfter: number }

const post = (path: string, type: string, length: string) => (cookie: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${length}\r\nCookie: ${cookie}\r\n\r\n`
const kinds: Kind[] = [
  {
    name: 'headers byte by byte',
    start: () => 'GET /api/posts HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    ...{ more: 'a', everyMs: 2000, closedAfter: 30 },
  },
  {
    name: 'no request at all',
    start: () => '',
    ...{ more: '', everyMs: 5000, closedAfter: 120 },
  },
  {
    name: 'endless headers',
    start: () => 'GET /api/posts HTTP/1.1\r\nHost: x\r\n',
    ...{ more: `X-More: ${'a'.repeat(1000)}\r\n`, everyMs: 20, closedAfter: 30 },
  },
  {
    name: 'an endless body',
    start: post('/api/auth/sign-in', 'application/json', 'Transfer-Encoding: chunked'),
    ...{ more: `400\r\n${' '.repeat(1024)}\r\n`, everyMs: 50, closedAfter: 60 },
  },
  {
    name: 'an endless body for an address that does not exist',
    start: post('/api/nothing', 'application/json', 'Transfer-Encoding: chunked'),
    ...{ more: `400\r\n${' '.repeat(1024)}\r\n`, everyMs: 50, closedAfter: 60 },
  },
  {
    name: 'a body byte by byte',
    start: post('/api/auth/sign-in', 'application/json', 'Content-Length: 60000'),
    ...{ more: ' ', everyMs: 5000, closedAfter: 60 },
  },
  {
    name: 'an upload that stops',
    start: cookie =>
      post('/api/resource-files?title=x&name=x.txt', 'text/plain', `Content-Length: ${19 * MIB}`)(cookie) +
      'a'.repeat(1024),
    ...{ more: '', everyMs: 5000, closedAfter: 120 },
  },
]

export const slowClients: Part = {
  promise:
    'Sockets that send slowly, without end or nothing at all, and upload bombs, do not keep the server from serving others: the sockets are closed in time and memory stays bounded.',
  rounds: 1000,
  prove: rounds => withServer(server => attack(server, rounds), { LIMIT_UPLOADS_PER_HOUR: '1000000' }),
}

async function attack(server: Server, count: number) {
  const cookies = await Promise.all(Array.from({ length: UPLOADERS }, () => register(server.url)))
  const member = await register(server.url)
  const alone = await served(server, member, sleep(10_000))
  const before = memoryOf(server)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(server))
  }, 500)

  const sockets = Array.from({ length: count }, (_, i) =>
    misuse(server, kinds[i % kinds.length] as Kind, cookies[i % UPLOADERS] ?? ''),
  )
  const open = Promise.all(sockets)
  const meanwhile = await served(server, member, sleep(30_000))
  const harm: string[] = []
  for (const bomb of await bombs()) {
    const problem = await upload(server, member, bomb)
    if (problem) harm.push(`${bomb.name}: ${problem}`)
  }
  const closed = await open
  clearInterval(watch)
  const after = await served(server, member, sleep(5000))
  for (const kind of kinds) {
    const times = closed.filter(one => one.kind === kind).map(({ seconds }) => seconds)
    say(
      `${kind.name}: ${times.length} sockets, closed after at most ${Math.max(...times).toFixed(1)} s (limit ${kind.closedAfter} s)`,
    )
  }
  for (const line of harm) say(line)
  const late = closed.filter(({ isLate }) => isLate).length
  const growth = Math.round(most - before)
  const isServed = [alone, meanwhile, after].every(({ failed }) => failed === 0)
  return {
    passed: late === 0 && harm.length === 0 && growth < MAX_GROWTH_MIB && isServed && server.isAlive(),
    found:
      `${count} sockets, ${late} closed late; others meanwhile ${inWords(meanwhile)}, before ${inWords(alone)}, afterwards ${inWords(after)}; ` +
      `memory grew from ${Math.round(before)} by at most ${growth} MiB; ${harm.length} upload bombs did harm`,
  }
}

/** Until the server closes the connection, or it is too late. */
function misuse(server: Server, kind: Kind, cookie: string) {
  const { hostname, port } = new URL(server.url)
  return new Promise<{ kind: Kind; seconds: number; isLate: boolean }>(resolve => {
    const began = performance.now()
    const socket = connect(Number(port), hostname)
    const writing = setInterval(() => socket.writableLength < MIB && kind.more && socket.write(kind.more), kind.everyMs)
    const end = (isLate: boolean) => {
      clearInterval(writing)
      clearTimeout(giveUp)
      socket.destroy()
      resolve({ kind, seconds: (performance.now() - began) / 1000, isLate })
    }
    const giveUp = setTimeout(end, kind.closedAfter * 1000, true)
    socket.on('error', () => undefined)
    socket.on('connect', () => socket.write(kind.start(cookie)))
    socket.resume()
    socket.on('close', () => end(false))
  })
}

type Served = { count: number; failed: number; p50: number; p99: number }
const inWords = ({ count, failed, p50, p99 }: Served) =>
  `${count} requests, ${failed} failed, p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`

/** Another member reads and writes until `end`. */
async function served(server: Server, cookie: string, end: Promise<unknown>): Promise<Served> {
  let isOver = false
  void end.then(() => {
    isOver = true
  })
  const times: number[] = []
  let failed = 0
  const client = async (path: string, body?: object) => {
    while (!isOver) {
      const began = performance.now()
      const answer = await fetch(server.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { cookie, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).catch(() => null)
      await answer?.arrayBuffer()
      if (!answer?.ok) failed++
      times.push(performance.now() - began)
      await sleep(50)
    }
  }
  await Promise.all([
    client('/api/members'),
    client('/api/home'),
    client('/forum'),
    client('/api/posts', { title: 'Topic', content: 'Text' }),
  ])
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { count: times.length, failed, p50: at(0.5), p99: at(0.99) }
}

const memoryOf = ({ pid }: Server) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** What went wrong, or null. A stored picture must be one that we drew. */
async function upload(
  { url }: Server,
  cookie: string,
  { path, method, type, body, isRefused }: Bomb,
): Promise<string | null> {
  const answer = await fetch(url + path, {
    method,
    headers: { cookie, 'content-type': type },
    body: new Uint8Array(body),
  }).catch(() => null)
  // A body that is refused by its headers is not read: the connection may end while it is sent.
  if (!answer) return isRefused ? null : 'no answer'
  const { avatar_url } = (await answer.json()) as { avatar_url?: string }
  if (isRefused) return answer.status >= 400 && answer.status < 500 ? null : `status ${answer.status}`
  if (answer.status >= 400 && answer.status < 500) return null
  if (!answer.ok) return `status ${answer.status}`
  const stored = await fetch(url + avatar_url, { headers: { cookie } })
  const bytes = Buffer.from(await stored.arrayBuffer())
  return bytes.includes('<script') || stored.headers.get('content-type') !== 'image/webp'
    ? 'stored as it was sent'
    : null
}
