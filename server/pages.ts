import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, type Input, request as requestOf } from '../contract/endpoint.ts'
import { isPage } from '../contract/pages.ts'
import { type Entry, Json } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { loadAssets } from './assets.ts'
import { type Handler, type House, httpOf, runAsMember } from './endpoint.ts'
import { hashOf, identityOf } from './session.ts'

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

export function servePages(app: FastifyInstance, house: House, handlers: Handler[], preloads: Preload[]): void {
  const assets = loadAssets(house.config.communityName)

  app.get('/*', async (request, reply) => {
    const path = new URL(request.url, 'http://here').pathname
    if (path.startsWith('/api/')) return reply.callNotFound()
    const asset = assets.file(path, String(request.headers['accept-encoding'] ?? ''))
    if (asset) {
      reply.headers(asset.headers)
      return request.headers['if-none-match'] === asset.headers.etag ? reply.status(304).send() : reply.send(asset.body)
    }
    const boot = await bootOf(request, reply)
    return reply
      .status(isPage(path) || (path === '/ui' && house.config.mode !== 'production') ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(assets.page(boot))
  })

  /** The session and the first screen's data. Without the database the page still comes, and asks again by itself. */
  async function bootOf(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { config, db } = house
    const place = {
      community: { name: config.communityName, time_zone: config.timeZone },
      // The page of all components, /ui, is for those who build screens.
      gallery: config.mode !== 'production',
    }
    const http = httpOf(house, request, reply)
    const nobody = { user: null, session: null }
    if (!http.token) return JSON.stringify({ ...place, identity: nobody, data: {} })
    try {
      const { data, ...known } = await db.asBearer(
        hashOf(http.token),
        entry => entry as Entry,
        async (tx, me) => {
          if (!me) return { identity: nobody, data: [] }
          const identity = await identityOf(tx, me)
          if (me.owes_second_factor) return { identity, data: [] }
          // Before the data: what changes in between is then heard of once too often, not never.
          const { live } = await tx.one<{ live: number }>(sql`select live_cursor()::float8 as live`)
          const url = new URL(request.url, config.publicUrl)
          const calls = preloads.filter(one => one.path.test(url.pathname)).flatMap(one => one.calls(url))
          const data: string[] = []
          for (const { endpoint, input } of calls) {
            const handler = handlers.find(one => one.endpoint === endpoint)
            if (!handler) continue
            const { url: address } = requestOf(endpoint, input)
            const parsed = { params: endpoint.params.parse(input), query: endpoint.query.parse(input), body: {} }
            // What a call says in its headers is about its own answer, not about the page.
            const unheard = { ...http, setHeader: () => {} }
            const answer = await runAsMember(handler, { ...parsed, tx, me, http: unheard, house } as never)
            data.push(
              `${JSON.stringify(`GET ${address}`)}:${answer instanceof Json ? answer.text : JSON.stringify(answer)}`,
            )
          }
          return { identity, live, data }
        },
      )
      const head = JSON.stringify({ ...place, ...known }).slice(0, -1)
      return `${head},"data":{${data.join(',')}}}`
    } catch (error) {
      request.log.warn({ err: error }, 'the page goes out without its data')
      return JSON.stringify({ ...place, data: {} })
    }
  }
}
