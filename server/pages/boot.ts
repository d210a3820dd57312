import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, type Input, request as requestOf } from '../../contract/endpoint.ts'
import { Json, NoRow, type SessionUser, type Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { encodeCursor } from '../../database/list/cursor.ts'
import { openPositions } from '../live/positions.ts'
import type { Handler } from '../request/endpoint.ts'
import { Refusal } from '../request/errors.ts'
import { type Http, httpOf } from '../request/http.ts'
import type { Services } from '../services.ts'
import { hashOf, identityOf, touch } from '../session/session.ts'

/** The calls whose answers a page carries along: `page('/members', url => [call(listMembers, {…})])`. */
export type Preload = { path: RegExp; calls: (url: URL) => Call[] }
type Call = { endpoint: Endpoint; input: Record<string, unknown> }

export const call = <E extends Endpoint>(endpoint: E, input: Input<E>): Call => ({
  endpoint,
  input: input as Record<string, unknown>,
})
export const page = (path: string, calls: Preload['calls']): Preload => ({
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  calls,
})
export const everyPage = (calls: Preload['calls']): Preload => ({ path: /^/, calls })

/** Makes what a page carries: the session and the first screen's data, as JSON. */
export function bootMaker(services: Services, handlers: Handler[], preloads: Preload[]) {
  const { config, db } = services
  const place = {
    community: { name: config.communityName, time_zone: config.timeZone },
    // The page of all components, /ui, is for those who build screens.
    gallery: config.mode !== 'production',
  }
  const nobody = { user: null, session: null }
  const positionsOf = openPositions(services.secret)

  /** Without the database the page still comes, and asks again by itself. */
  return async function bootOf(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const http = httpOf(services, request, reply)
    if (!http.token) return JSON.stringify({ ...place, identity: nobody, data: {} })
    const url = new URL(`http://here${request.url}`)
    const hash = hashOf(http.token)
    try {
      services.reads.count(hash)
      const { data, ...known } = await db.withSession(
        hash,
        user => user as SessionUser,
        async (tx, me) => {
          if (!me) return { identity: nobody, ended: true, data: [] }
          services.reads.learn(hash, me.user_id)
          if (me.is_stale) void touch(services, me, http)
          const identity = await identityOf(tx, services, me)
          if (me.owes_second_factor) return { identity, data: [] }
          // Before the data: at-least-once delivery of what changes in between.
          const { live } = await tx.one<{ live: number }>(sql`select live_cursor()::float8 as live`)
          const position = positionsOf(me.user_id).seal(live)
          return { identity, live: position, ...(await firstData(tx, me, http, url)) }
        },
      )
      const head = JSON.stringify({ ...place, ...known }).slice(0, -1)
      return `${head},"data":{${data.join(',')}}}`
    } catch (error) {
      request.log.warn({ err: error }, 'the page goes out without its data')
      return JSON.stringify({ ...place, data: {} })
    }
  }

  async function firstData(tx: Tx, me: SessionUser, http: Http, url: URL): Promise<{ data: string[]; next: object }> {
    const data: string[] = []
    const next: Record<string, string> = {}
    for (const { endpoint, input } of preloads
      .filter(one => one.path.test(url.pathname))
      .flatMap(one => one.calls(url))) {
      const handler = handlers.find(one => one.endpoint === endpoint)
      if (!handler) continue
      const parsed = { params: endpoint.params.parse(input), query: endpoint.query.parse(input), body: {} }
      // What a call says in its headers is about its own answer, not about the page.
      const unheard = { ...http, setHeader: () => {} }
      try {
        const answer = await handler.run({ ...parsed, tx, me, http: unheard, services } as never)
        const text = answer instanceof Json ? answer.text : JSON.stringify(answer)
        const name = `GET ${requestOf(endpoint, input).url}`
        data.push(`${JSON.stringify(name)}:${text}`)
        if (answer instanceof Json && answer.next) next[name] = encodeCursor(answer.next)
      } catch (error) {
        // What is not there the browser asks for, and is told. Any other error may have spoilt the transaction: no more of it.
        if (error instanceof NoRow || error instanceof Refusal) continue
        http.log.warn({ err: error }, 'a page goes out without some of its answers')
        break
      }
    }
    return { data, next }
  }
}
