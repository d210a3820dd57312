import { destination } from 'pino'

/**
 * Writes log lines in batches: one write per line would cost more than building a response's JSON. When writing fails (a full disk),
 * the server continues, keeps at most one megabyte of lines and drops the rest.
 */
export function logStream() {
  const stream = destination({ sync: false, minLength: 4096, periodicFlush: 500, maxLength: 1_000_000 })
  // An 'error' event without a listener would end the process. After an error the final flushSync is disabled, since it would retry
  // for ever and block the exit; the next successful write enables it again.
  const { flushSync } = stream
  stream.on('error', () => {
    stream.flushSync = () => undefined
  })
  stream.on('write', () => {
    stream.flushSync = flushSync
  })
  return stream
}
