import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '../contract/change.ts'
import './leave-with-parent.ts'

/** The clients of many live streams, in a separate process, so that their CPU time is not counted as the server's. */
export type Listen = { port: number; cookies: string[]; streams: number }
export type Opened = { refused: number }
/** The changed rows and when they changed, in milliseconds of the system clock. */
export type Changes = { changes: { key: string; at: number }[] }
export type Delivery = {
  lost: number
  broken: number
  resyncs: number
  p50: number
  p99: number
}

const CONCURRENCY = 32
const now = () => performance.timeOrigin + performance.now()

/** For each changed row: when each stream first received it. */
const receivedAt = new Map<string, Float64Array>()
let streams = 0
let broken = 0
let resyncs = 0

/** Nearly all streams get the same text at the same time: parse it once. */
let lastText = ''
let lastKeys: string[] = []
function keysOf(text: string): string[] {
  if (text !== lastText) {
    lastText = text
    lastKeys = (JSON.parse(text) as Change[]).map(({ kind, id }) => `${kind} ${id}`)
  }
  return lastKeys
}

function receive(stream: number, event: string): void {
  if (event.includes('event: resync')) resyncs++
  if (event.includes('event: ')) return
  const begin = event.indexOf('data: ')
  if (begin < 0) return
  const at = now()
  for (const key of keysOf(event.slice(begin + 6))) {
    const times = receivedAt.get(key) ?? new Float64Array(streams)
    receivedAt.set(key, times)
    times[stream] ||= at
  }
}

/** Resolves with true at the first `hello` event, with false if the server closes the connection before it. */
function open(stream: number, port: number, cookie: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1')
    let rest = ''
    let isOpen = false
    socket.setEncoding('latin1')
    socket.on('connect', () =>
      socket.write(
        `GET /api/live HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n\r\n`,
      ),
    )
    // Chunk sizes stay in the text and are ignored; an event ends with an empty line.
    socket.on('data', (data: unknown) => {
      rest += data as string
      if (!isOpen && rest.includes('event: hello')) {
        isOpen = true
        resolve(true)
      }
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        receive(stream, rest.slice(0, end))
        rest = rest.slice(end + 2)
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      broken += isOpen ? 1 : 0
      resolve(false)
    })
  })
}

async function listen({ port, cookies, streams: count }: Listen): Promise<Opened> {
  streams = count
  let next = 0
  let refused = 0
  const opener = async () => {
    while (next < count) {
      const stream = next++
      if (!(await open(stream, port, cookies[stream % cookies.length] as string))) refused++
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, opener))
  return { refused }
}

/** Counts the changes that did not reach a stream. */
function compare({ changes }: Changes): Delivery {
  const delays: number[] = []
  let lost = 0
  for (const { key, at } of changes) {
    const times = receivedAt.get(key) ?? new Float64Array(streams)
    for (const time of times) {
      if (time) delays.push(time - at)
      else lost++
    }
  }
  const sorted = Float64Array.from(delays).sort()
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { lost, broken, resyncs, p50: share(0.5), p99: share(0.99) }
}

process.on('message', async (message: Listen | Changes) => {
  if ('port' in message) return process.send?.(await listen(message))
  // Wait for messages still in transit.
  await sleep(3000)
  process.send?.(compare(message))
})
