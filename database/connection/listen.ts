import pg from 'pg'
import { newClient } from './client.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000
const CONNECT_TIMEOUT_MS = 5000

/**
 * LISTENs on a channel of the database. Reconnects with back-off until stopped; after a reconnect it calls `missed`, since messages may
 * have been missed. `ready` resolves when it listens for the first time.
 */
export function listen(url: string, channel: string, on: { message: (text: string) => void; missed: () => void }) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let hasListened = false
  const ready = Promise.withResolvers<void>()

  async function connect(wait: number): Promise<void> {
    const next = newClient({
      connectionString: url,
      options: '-c role=community_server',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    const reconnect = () => {
      if (client !== next) return
      client = undefined
      if (!isStopped) timer = setTimeout(() => connect(Math.min(wait * 2, MAX_RETRY_MS)), wait)
    }
    client = next
    next.on('error', reconnect)
    next.on('end', reconnect)
    next.on('notification', ({ payload }) => on.message(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (hasListened) on.missed()
      hasListened = true
      ready.resolve()
      wait = FIRST_RETRY_MS
    } catch {
      next.end().catch(() => undefined)
      reconnect()
    }
  }

  void connect(FIRST_RETRY_MS)
  return {
    ready: ready.promise,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
