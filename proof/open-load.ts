import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asked, answerIn, bytesOf } from '../bench/raw-http.ts'

/** `failure`: why there is no answer. `ms`: since the request was due. */
export type Answer = { status: number; retryAfter: boolean; ms: number; failure?: string }

/** Kept open, as a proxy does: a request that is due while all of them are in use waits. */
const MAX_SOCKETS = 2000
/** So many are opened at once. */
const OPENED_AT_ONCE = 50
const ANSWER_TIMEOUT_MS = 30_000
const TICK_MS = 5

type Connection = { socket: Socket; done?: (answer: Omit<Answer, 'ms'>) => void; received: Buffer }

/** Sends requests over connections that are kept. Writes HTTP/1.1 directly to sockets, so that the client uses little CPU. Only to this machine. */
export function openLoad(url: string, ask: (n: number) => Asked) {
  const port = Number(new URL(url).port)
  const idle: Connection[] = []
  const all = new Set<Connection>()
  /** Requests without a connection, the oldest first. */
  const waiting: NonNullable<Connection['done']>[] = []
  let asked = 0

  function open(): Connection {
    const connection: Connection = { socket: connect(port, '127.0.0.1'), received: Buffer.alloc(0) }
    const { socket } = connection
    all.add(connection)
    socket.setNoDelay(true)
    socket.on('error', error => end(connection, error.message))
    socket.on('close', () => end(connection, 'closed'))
    socket.on('data', data => {
      connection.received = connection.received.length ? Buffer.concat([connection.received, data]) : data
      const answer = answerIn(connection.received)
      if (!answer) return
      const { status, headers, rest } = answer
      connection.received = rest
      const { done } = connection
      connection.done = undefined
      const next = waiting.shift()
      if (headers.includes('\r\nconnection: close')) socket.destroy()
      else if (next) start(connection, next)
      else idle.push(connection)
      done?.({ status, retryAfter: headers.includes('\r\nretry-after: ') })
    })
    return connection
  }

  function end(connection: Connection, failure: string): void {
    if (!all.delete(connection)) return
    connection.socket.destroy()
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    connection.done?.({ status: 0, retryAfter: false, failure })
    connection.done = undefined
  }

  function start(connection: Connection, done: Connection['done']): void {
    connection.done = done
    connection.socket.write(bytesOf(ask(asked++)))
  }

  /** Resolves with the answer, or with the failure. */
  function send(due: number): Promise<Answer> {
    return new Promise(resolve => {
      const done = (answer: Omit<Answer, 'ms'>) => resolve({ ...answer, ms: performance.now() - due })
      const connection = idle.pop() ?? (all.size < MAX_SOCKETS ? open() : undefined)
      if (connection) start(connection, done)
      else waiting.push(done)
    })
  }

  return {
    /** Opens all connections. */
    async open(): Promise<void> {
      while (all.size < MAX_SOCKETS) {
        const opened = Array.from({ length: OPENED_AT_ONCE }, open)
        await Promise.all(opened.map(({ socket }) => once(socket, 'connect')))
        idle.push(...opened)
      }
    },
    /** So many requests wait at any time. */
    async atOnce(count: number, seconds: number): Promise<Answer[]> {
      const answers: Answer[] = []
      const until = performance.now() + seconds * 1000
      const client = async () => {
        while (performance.now() < until) answers.push(await send(performance.now()))
      }
      await Promise.all(Array.from({ length: count }, client))
      return answers
    },
    /** So many requests begin in each second, however many wait. */
    async perSecond(rate: number, seconds: number): Promise<Answer[]> {
      const began = performance.now()
      const sent: Promise<Answer>[] = []
      while (sent.length < rate * seconds) {
        const due = Math.min(rate * seconds, ((performance.now() - began) / 1000) * rate)
        while (sent.length < due) sent.push(send(began + (1000 * sent.length) / rate))
        await sleep(TICK_MS)
      }
      const late = setTimeout(() => {
        for (const done of waiting.splice(0)) done({ status: 0, retryAfter: false, failure: 'not sent' })
        for (const connection of [...all]) if (connection.done) end(connection, 'no answer')
      }, ANSWER_TIMEOUT_MS)
      const answers = await Promise.all(sent)
      clearTimeout(late)
      return answers
    },
    close(): void {
      for (const connection of [...all]) end(connection, 'closed')
    },
  }
}
