import pg from 'pg'

/** A host that does not answer within this time is not the primary. */
const PROBE_TIMEOUT_MS = 2000

/** What the driver's connection has and its types do not show. */
type Connecting = pg.Client & {
  host: string
  port: number
  connection: { on(event: 'parameterStatus', listener: (status: Record<string, string>) => void): void }
}

type Callback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/**
 * One URL for each host of a DATABASE_URL with several, as libpq writes them: postgres://user:password@one:5432,two:5432/community. The driver itself
 * takes only one.
 */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map(host => before + host + after) : [url]
}

const asksForPrimary = (url: string) => /[?&]target_session_attrs=(read-write|primary)(&|$)/.test(url)

/** The primary of each URL with several hosts, if it is known, and the search for it, which all new connections share. */
const searches = new Map<string, { primary?: string; running?: Promise<string> }>()

/**
 * A client of the driver that connects to the primary: with several hosts in its URL to the one that is not a standby at that moment, which it looks for
 * again after a connection failed. A standby is told by the parameter that PostgreSQL 14 and later report at the start of every connection.
 */
export class PrimaryClient extends pg.Client {
  private readonly url: string
  private isStandby = false

  constructor(config: pg.ClientConfig = {}) {
    const url = config.connectionString ?? ''
    const hosts = hostsOf(url)
    super(hosts.length > 1 ? { ...config, connectionString: hosts[0] } : config)
    this.url = url
    // The pool adds its listener when `connect` has called back. A connection that is lost just before must not end the process.
    this.on('error', () => undefined)
    ;(this as unknown as Connecting).connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.Client> | undefined {
    if (hostsOf(this.url).length === 1 && !asksForPrimary(this.url))
      return callback ? void super.connect(callback) : super.connect()
    const connected = this.connectToPrimary()
    if (!callback) return connected
    const settle = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(
      client => settle(null, client),
      error => settle(error),
    )
  }

  private async connectToPrimary(): Promise<pg.Client> {
    if (hostsOf(this.url).length > 1) {
      const { hostname, port } = new URL(await primaryOf(this.url))
      Object.assign(this, { host: hostname.replace(/^\[(.+)\]$/, '$1'), port: Number(port || 5432) })
    }
    try {
      await super.connect()
      if (this.isStandby) {
        await this.end()
        throw notFound(`${this.host}:${this.port} is a standby`)
      }
      return this
    } catch (error) {
      searches.delete(this.url)
      throw error
    }
  }
}

function primaryOf(url: string): Promise<string> {
  const search = searches.get(url) ?? {}
  searches.set(url, search)
  if (search.primary) return Promise.resolve(search.primary)
  search.running ??= findPrimary(hostsOf(url)).then(
    found => {
      search.primary = found
      return found
    },
    error => {
      searches.delete(url)
      throw error
    },
  )
  return search.running
}

async function findPrimary(urls: string[]): Promise<string> {
  const asked = urls.map(async url => {
    const { host } = new URL(url)
    // Without it, `connect` would take any server.
    const probe = new PrimaryClient({
      connectionString: requiringPrimary(url),
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    })
    await probe.connect().catch(error => {
      throw new Error(`${host}: ${(error as Error).message}`)
    })
    await probe.end()
    return url
  })
  return Promise.any(asked).catch((error: AggregateError) => {
    throw notFound(error.errors.map(({ message }) => message).join('; '))
  })
}

function requiringPrimary(url: string): string {
  const required = new URL(url)
  required.searchParams.set('target_session_attrs', 'primary')
  return required.href
}

/** The server answers 503, as when its only host is away. */
const notFound = (why: string) => Object.assign(new Error(`no primary: ${why}`), { code: 'ECONNREFUSED' })
