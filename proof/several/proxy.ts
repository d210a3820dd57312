import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const CHECK_EVERY_MS = 250
const CHECK_TIMEOUT_MS = 2000

/** A server process behind the proxy. It gets requests while its /readyz answers 200. */
type Target = { port: number; isReady: boolean; agent: Agent }

/** `not connected`: nothing was sent. `no answer`: the connection ended before the first byte of an answer. */
type Outcome = 'answered' | 'not connected' | 'no answer'

export type ProxyServer = {
  url: string
  /** How many requests were sent to another process, by the reason. */
  retries: Record<Exclude<Outcome, 'answered'>, number>
  isReady: (port: number) => boolean
  close: () => Promise<void>
}

/** A load balancer: round robin over connections that are kept open, without sticky sessions and without buffering answers. */
export async function startProxy(ports: number[]): Promise<ProxyServer> {
  const targets = ports.map((port): Target => ({ port, isReady: false, agent: new Agent({ keepAlive: true }) }))
  const retries: ProxyServer['retries'] = { 'not connected': 0, 'no answer': 0 }
  let turn = 0
  let isClosed = false

  /** Each process once. If none is ready, all of them, as nginx does: they know best what to answer. */
  const inTurn = () => {
    turn++
    const ready = targets.filter(({ isReady }) => isReady)
    const among = ready.length > 0 ? ready : targets
    return among.map((_, i) => among[(turn + i) % among.length] as Target)
  }
  const watch = async (target: Target) => {
    for (; !isClosed; await sleep(CHECK_EVERY_MS)) target.isReady = await answersReady(target.port)
  }

  const server = createServer(async (incoming, answer) => {
    // The whole body first, so that it can be sent a second time.
    const body = await buffer(incoming).catch(() => null)
    if (!body) return
    for (const target of inTurn()) {
      const outcome = await forward(target, incoming, body, answer)
      if (outcome === 'answered') return
      target.isReady = false
      if (outcome === 'no answer' && !isRepeatable(incoming)) break
      retries[outcome]++
    }
    answer.writeHead(502).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const watching = targets.map(watch)

  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    retries,
    isReady: port => targets.some(target => target.port === port && target.isReady),
    async close() {
      isClosed = true
      server.close()
      server.closeAllConnections()
      for (const { agent } of targets) agent.destroy()
      await Promise.all(watching)
    },
  }
}

/**
 * The retries: a request that could not be sent, because there was no connection, goes to another process. One that was sent and got no byte of an
 * answer does so only if the server runs it once however often it is sent: reads, PUT and DELETE, and every request with an Idempotency-Key. An answer
 * is never retried, whatever its status: the member sees it.
 */
const isRepeatable = ({ method = '', headers }: IncomingMessage) =>
  ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method) || headers['idempotency-key'] !== undefined

/** They are about one connection, and Node sets those of the next one. */
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding']
const withoutHopHeaders = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.includes(name)))

function forward(target: Target, incoming: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<Outcome> {
  const { port, agent } = target
  const outcome = Promise.withResolvers<Outcome>()
  const headers = {
    ...withoutHopHeaders(incoming.headers),
    ...(body.length > 0 && { 'content-length': String(body.length) }),
    'x-forwarded-for': incoming.socket.remoteAddress ?? '',
    'x-forwarded-proto': 'http',
  }
  let isConnected = false
  const outgoing = request({ host: '127.0.0.1', port, agent, method: incoming.method, path: incoming.url, headers })
  outgoing.on('socket', socket => {
    isConnected = !socket.connecting
    if (socket.connecting)
      socket.once('connect', () => {
        isConnected = true
      })
  })
  outgoing.on('response', inner => {
    outcome.resolve('answered')
    answer.writeHead(inner.statusCode ?? 502, withoutHopHeaders(inner.headers))
    // Without waiting for the body: a live stream may have none for a while.
    answer.flushHeaders()
    inner.on('error', () => undefined)
    inner.pipe(answer)
    inner.on('close', () => {
      if (!inner.complete) answer.destroy()
    })
  })
  outgoing.on('error', () => {
    // A client that has left needs no other process.
    if (answer.destroyed) outcome.resolve('answered')
    else outcome.resolve(isConnected ? 'no answer' : 'not connected')
  })
  const leave = () => outgoing.destroy()
  answer.on('close', leave)
  outgoing.on('close', () => answer.off('close', leave))
  outgoing.end(body.length > 0 ? body : undefined)
  return outcome.promise
}

async function answersReady(port: number): Promise<boolean> {
  const asked = request({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: CHECK_TIMEOUT_MS })
  asked.on('timeout', () => asked.destroy())
  // Also after its answer.
  asked.on('error', () => undefined)
  asked.end()
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  }
}
