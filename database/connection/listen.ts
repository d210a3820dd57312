import pg from 'pg'
import { newClient } from './client.ts'

const FIRST_WAIT = 100
const LONGEST_WAIT = 5000
const CONNECT_PATIENCE = 5000

/**
 * Hears what any process on this database says on a channel. When the connection is lost it tries again until it is stopped;
 * `missed` says that it hears again, and may have missed something. `ready` is when it hears for the first time.
 */
export function listen(url: string, channel: string, on: { message: (text: string) => void; missed: () => void }) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let hasHeard = false
  const ready = Promise.withResolvers<void>()

  async function hear(wait: number): Promise<void> {
    const next = newClient({
      connectionString: url,
      options: '-c role=community_server',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_PATIENCE,
    })
    const again = () => {
      if (client !== next) return
      client = undefined
      if (!isStopped) timer = setTimeout(() => hear(Math.min(wait * 2, LONGEST_WAIT)), wait)
    }
    client = next
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ payload }) => on.message(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (hasHeard) on.missed()
      hasHeard = true
      ready.resolve()
      wait = FIRST_WAIT
    } catch {
      next.end().catch(() => undefined)
      again()
    }
  }

  void hear(FIRST_WAIT)
  return {
    ready: ready.promise,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
