import fc from 'fast-check'
import { handlers } from '../../server/slices.ts'
import { problemOf } from './check-answer.ts'
import type { Members } from './members.ts'
import { type Document, type Request, requestsFor } from './requests.ts'
import { asCurl, makeSend } from './send.ts'

const CHUNK = 250
const WORKERS = 6
/** After a failure, the smallest request is searched for this long. */
const SHRINK_MS = 5000
const MAX_FAILURES = 25
const NEW_ROWS_EVERY = 5000

export type Failure = { problem: string; seed: number; request: Request; curl: string }
export type Sent = { request: Request; from: number; to: number }

/**
 * Sends `count` requests made from the server's OpenAPI document and checks every answer. The same seed gives the same requests, except for
 * ids. `onSent` gets the times on the clock of Date.now().
 */
export async function fuzz(members: Members, count: number, seed: number, onSent: (sent: Sent) => void = () => {}) {
  const document = (await (await fetch(`${members.url}/api/openapi.json`)).json()) as Document
  const endpoints = new Map(
    handlers.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`, endpoint]),
  )
  const { send, close } = makeSend(members.url)
  const failures: Failure[] = []
  const statuses: Record<number, number> = {}
  const covered = new Set<string>()
  const seen = new Set<string>()
  let busy = 0

  /** A server that is too busy says so, and serves the request later. */
  async function patiently(request: Request) {
    for (let attempt = 1; ; attempt++) {
      const from = Date.now()
      const answer = await send(request, members.cookies[request.caller])
      onSent({ request, from, to: Date.now() })
      if (answer.status !== 503 || !answer.headers['retry-after'] || attempt === 4) return answer
      busy++
      await new Promise(resolve => setTimeout(resolve, 1000 * attempt))
    }
  }
  async function check(request: Request): Promise<string | null> {
    const answer = await patiently(request).catch((error: Error) => error)
    if (answer instanceof Error) return `no answer: ${answer.message}`
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (answer.status < 400) covered.add(request.operation)
    if (answer.status === 401) await members.renew(request.caller)
    return problemOf(request, endpoints.get(request.operation), answer, members.secrets)
  }
  async function runChunk(chunk: number, size: number) {
    // The known rows change while it runs.
    const requests = requestsFor(document, members.known)
    let left = size
    for (let part = 0; left > 0 && failures.length < MAX_FAILURES; part++) {
      const partSeed = seed + chunk * 1000 + part
      let failedAt = 0
      const property = fc.asyncProperty(requests, async request => {
        if (failedAt && performance.now() > failedAt + SHRINK_MS) return
        const problem = await check(request)
        // Each kind of failure is reported once.
        if (!problem || seen.has(kindOf(request, problem))) return
        failedAt ||= performance.now()
        throw new Error(problem)
      })
      const result = await fc.check(property, { seed: partSeed, numRuns: left })
      left -= result.numRuns
      const [request] = result.counterexample ?? []
      if (!result.failed || !request) continue
      const problem = (result.errorInstance as Error).message
      if (seen.has(kindOf(request, problem))) continue
      seen.add(kindOf(request, problem))
      failures.push({ problem, seed: partSeed, request, curl: asCurl(members.url, request) })
    }
  }

  const chunks = Array.from({ length: Math.ceil(count / CHUNK) }, (_, i) => i)
  const work = async () => {
    for (let chunk = chunks.shift(); chunk !== undefined && failures.length < MAX_FAILURES; chunk = chunks.shift()) {
      await runChunk(chunk, Math.min(CHUNK, count - chunk * CHUNK))
      if ((chunk * CHUNK) % NEW_ROWS_EVERY === 0) await members.addRows()
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  close()
  const uncovered = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map(method => `${method.toUpperCase()} ${path}`)
      .filter(operation => !covered.has(operation)),
  )
  return { failures, statuses, busy, uncovered }
}

const kindOf = ({ operation }: Request, problem: string) =>
  `${operation} ${problem.replace(/[\d-]+|"[^"]*"/g, '').slice(0, 60)}`
