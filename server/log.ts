import { destination } from 'pino'

/**
 * Where log lines go: written in batches, since a line of its own for each would cost a request more than its JSON does. When they
 * cannot be written (a full disk), serving goes on: at most a megabyte waits, the rest is lost.
 */
export function logStream() {
  const stream = destination({ sync: false, minLength: 4096, periodicFlush: 500, maxLength: 1_000_000 })
  // Without a listener the process would end; and the last flush would try for ever, so that it never ended when it should. Once a
  // line could be written again, the last flush is worth its while.
  const { flushSync } = stream
  stream.on('error', () => {
    stream.flushSync = () => undefined
  })
  stream.on('write', () => {
    stream.flushSync = flushSync
  })
  return stream
}
