import net from 'node:net'
import { type Asked, answerIn, bytesOf } from './raw-http.ts'

/** `cpuMs`: CPU time of the server and its database. */
export type Load = { latencies: number[]; failures: number; seconds: number; cpuMs: number }

/** Numbers the requests of a run, so that no two write the same row. */
let asked = 0

/**
 * Sends requests for some seconds over `connections`, one after the other on each. Writes HTTP/1.1 directly to sockets, so that
 * the client uses little CPU. Only to this machine.
 */
export async function load(
  port: number,
  options: { connections: number; seconds: number; next: (n: number, connection: number) => Asked },
): Promise<Omit<Load, 'cpuMs'>> {
  const { connections, seconds, next } = options
  const latencies: number[] = []
  let failures = 0
  const begin = performance.now()
  const end = begin + seconds * 1000

  const run = (connection: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let sent = 0
      let waiting: Buffer = Buffer.alloc(0)
      const ask = () => {
        if (performance.now() >= end) return socket.end(resolve)
        sent = performance.now()
        socket.write(bytesOf(next(asked++, connection)))
      }
      socket.on('connect', ask)
      socket.on('error', reject)
      socket.on('data', data => {
        waiting = waiting.length ? Buffer.concat([waiting, data]) : data
        const answer = answerIn(waiting)
        if (!answer) return
        if (answer.status >= 300) failures++
        latencies.push(performance.now() - sent)
        waiting = answer.rest
        ask()
      })
    })

  await Promise.all(Array.from({ length: connections }, (_, i) => run(i)))
  return { latencies, failures, seconds: (performance.now() - begin) / 1000 }
}
