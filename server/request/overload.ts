import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { unavailable } from './errors.ts'
import { logRarely } from './log-rarely.ts'
import { pathAndQuery } from './path-and-query.ts'
import { endUnreadBody } from './slow-body.ts'
import { errorAnswer } from './unreadable-requests.ts'

/** One member must not take all places. A browser sends at most six requests at once, or some dozens through a proxy with HTTP/2. */
const SHARE_OF_MEMBER = 0.4

/** For so long after the last refusal the server counts as overloaded. */
const OVERLOADED_MS = 2000

export type InProgress = ReturnType<typeof makeInProgress>

/** Counts members' requests while they are worked on: not while their body is received or their answer is read, which takes as long as the client likes. */
export function makeInProgress(max: number) {
  let count = 0
  let lastRefused = Number.NEGATIVE_INFINITY
  const perMember = new Map<string, number>()
  return {
    isFull: () => count >= max,
    /** A request was refused because this is full. */
    refused(): void {
      lastRefused = performance.now()
    },
    isOverloaded: () => performance.now() - lastRefused < OVERLOADED_MS,
    /** `member`: or the session until its owner is known (read-limit.ts). */
    async run<T>(member: string, work: () => Promise<T>): Promise<T> {
      const others = perMember.get(member) ?? 0
      if (others >= max * SHARE_OF_MEMBER) throw unavailable()
      count++
      perMember.set(member, others + 1)
      try {
        return await work()
      } finally {
        count--
        const left = (perMember.get(member) ?? 1) - 1
        if (left > 0) perMember.set(member, left)
        else perMember.delete(member)
      }
    },
  }
}

/**
 * Refuses API requests while too many are in progress, before Fastify handles them: with five times the requests that the server can answer,
 * it would otherwise be busy with refusing. The `served` paths are not refused, and pages are sent without data (server/pages/boot.ts).
 */
export function refuseOverload(
  { server, log }: FastifyInstance,
  inProgress: InProgress,
  headers: Record<string, string>,
  served: string[],
  onRefused: (method: string, status: number) => void = () => undefined,
): void {
  const prefixes = served.map(path => path.split(':')[0] as string)
  const isRefused = (path: string) => path.startsWith('/api/') && !prefixes.some(prefix => path.startsWith(prefix))
  const logRefused = logRarely(log, 'overloaded: requests are refused')

  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!handle) throw new Error('Fastify has no listener for requests yet.')
  server.removeListener('request', handle)
  server.on('request', (request, response) => {
    if (!inProgress.isFull() || !isRefused(pathAndQuery(request.url ?? ''))) return handle(request, response)
    inProgress.refused()
    logRefused()
    const { status, message, retryAfter } = unavailable()
    const { body, head } = errorAnswer(headers, message)
    response.writeHead(status, { ...head, 'retry-after': String(retryAfter) }).end(body)
    endUnreadBody(request)
    onRefused(request.method ?? '', status)
  })
}
