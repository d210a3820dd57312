import pg from 'pg'
import { newClient } from './client.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000
const CONNECT_TIMEOUT_MS = 5000

/**
 * Listens on a channel of the database (LISTEN). A lost connection is opened again, with back-off, until it is stopped;
 * `missed` is called when it listens again and may have missed messages. `ready` resolves when it listens for the first time.
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
    const again = () => {
      if (client !== next) return
      client = undefined
      if (!isStopped) timer = setTimeout(() => connect(Math.min(wait * 2, MAX_RETRY_MS)), wait)
    }
    client = next
    next.on('error', again)
    next.on('end', again)
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
      again()
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
