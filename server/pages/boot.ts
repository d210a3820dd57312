import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, type Input, request as requestOf } from '../../contract/endpoint.ts'
import { Json, NoRow, type SessionUser, type Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { encodeCursor } from '../../database/list/cursor.ts'
import { openPositions } from '../live/positions.ts'
import type { Handler } from '../request/endpoint.ts'
import { Refusal } from '../request/errors.ts'
import { type Http, httpOf } from '../request/http.ts'
import { isCostly, readsOf } from '../request/read-limit.ts'
import { inTurnUnlessKnown } from '../request/strangers.ts'
import type { Services } from '../services.ts'
import { hashOf, identityOf, touch } from '../session/session.ts'

/** The calls whose answers are embedded in a page: `page('/members', url => [call(listMembers, {…})])`. */
export type Preload = { path: RegExp; calls: (url: URL) => (Call | NextCall)[] }
type Call = { endpoint: Endpoint; input: Record<string, unknown> }
/** A call that depends on the answer of the one before it, as JSON; undefined if that was refused. */
type NextCall = (answer: string | undefined) => Call

export const call = <E extends Endpoint>(endpoint: E, input: Input<E>): Call => ({
  endpoint,
  input: input as Record<string, unknown>,
})
export const page = (path: string, calls: Preload['calls']): Preload => ({
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  calls,
})
export const everyPage = (calls: Preload['calls']): Preload => ({ path: /^/, calls })

/** At most this many pages of one member are prepared at once: each holds a database connection for all its calls. */
const MAX_AT_ONCE = 3

/** `isMember`: the session may see the members' screens. */
export type Boot = { json: string; isMember: boolean }

const settingsOf = ({ config }: Services) => ({
  community: { name: config.communityName, time_zone: config.timeZone, sends_mail: config.smtpUrl !== undefined },
  // The component gallery at /ui is for developers.
  gallery: config.mode !== 'production',
})

/** For a page without session and data: the browser fetches them. */
export const emptyBoot = (services: Services): Boot => ({
  json: JSON.stringify({ ...settingsOf(services), data: {} }),
  isMember: false,
})

/** Builds the boot JSON embedded in a page: the session and the data of the first screen. */
export function bootMaker(services: Services, handlers: Handler[], preloads: Preload[]) {
  const { db } = services
  const settings = settingsOf(services)
  const signedOut = { user: null, session: null }
  const positionsOf = openPositions(services.secret)

  const callsOf = (url: URL) =>
    preloads.filter(preload => preload.path.test(url.pathname)).flatMap(preload => preload.calls(url))
  const isCostlyPage = (url: URL) =>
    callsOf(url).some(call => typeof call !== 'function' && isCostly(call.endpoint, call.input))

  /** The members whose pages are being prepared, or their sessions until the owner is known: once for each page. */
  const preparing: string[] = []
  const isFull = (owner: string) => preparing.filter(other => other === owner).length >= MAX_AT_ONCE
  const withoutData = emptyBoot(services)

  /**
   * If the database fails, the server is overloaded, or the member has too many reads or pages at once, the page is sent without data, and
   * the browser fetches it.
   */
  return async function bootOf(request: FastifyRequest, reply: FastifyReply): Promise<Boot> {
    const http = httpOf(services, request, reply)
    if (!http.token) return { json: JSON.stringify({ ...settings, identity: signedOut, data: {} }), isMember: false }
    const url = new URL(`http://here${request.url}`)
    const hash = hashOf(http.token)
    let owner = services.reads.ownerOf(hash)
    if (services.inProgress.isFull() || isFull(owner)) return withoutData
    preparing.push(owner)
    try {
      services.reads.count(hash)
      const prepare = () =>
        db.withSession(
          hash,
          user => user as SessionUser,
          async (tx, me) => {
            if (!me) return { identity: signedOut, ended: true, data: [] }
            services.reads.learn(hash, me.user_id)
            if (owner !== me.user_id) {
              // Pages of the member's other sessions count too.
              if (isFull(me.user_id)) return null
              preparing.splice(preparing.indexOf(owner), 1, me.user_id)
              owner = me.user_id
            }
            if (me.is_stale) void touch(services, me, http)
            const identity = await identityOf(tx, services, me)
            if (me.owes_second_factor) return { identity, data: [] }
            // Read the cursor before the data: at-least-once delivery of changes in between.
            const { live } = await tx.one<{ live: number }>(sql`select live_cursor()::float8 as live`)
            const position = positionsOf(me.user_id).seal(live)
            return { identity, live: position, ...(await firstData(tx, me, hash, http, url)) }
          },
        )
      const prepareInTurn = isCostlyPage(url)
        ? () => services.costlyReads.run(owner, prepare, () => reply.raw.destroyed)
        : prepare
      const first = await inTurnUnlessKnown(services, reply, hash, prepareInTurn)
      if (!first) return withoutData
      const { data, ...known } = first
      const head = JSON.stringify({ ...settings, ...known }).slice(0, -1)
      return { json: `${head},"data":{${data.join(',')}}}`, isMember: 'live' in known }
    } catch (error) {
      // Refused: too many reads, or too many others wait.
      if (!(error instanceof Refusal)) request.log.warn({ err: error }, 'page sent without its data')
      return withoutData
    } finally {
      preparing.splice(preparing.indexOf(owner), 1)
    }
  }

  type FirstData = { data: string[]; next: object }
  async function firstData(tx: Tx, me: SessionUser, hash: Buffer, http: Http, url: URL): Promise<FirstData> {
    const data: string[] = []
    const cursors: Record<string, string> = {}
    let before: string | undefined
    for (const next of callsOf(url)) {
      const { endpoint, input } = typeof next === 'function' ? next(before) : next
      before = undefined
      const handler = handlers.find(candidate => candidate.endpoint === endpoint)
      if (!handler) continue
      const parsed = { params: endpoint.params.parse(input), query: endpoint.query.parse(input), body: {} }
      // Headers of an embedded answer must not become headers of the page.
      const httpWithoutHeaders = { ...http, setHeader: () => {} }
      try {
        services.reads.count(hash, readsOf(endpoint, input))
        const answer = await handler.run({ ...parsed, tx, me, http: httpWithoutHeaders, services } as never)
        const text = answer instanceof Json ? answer.text : JSON.stringify(answer)
        const name = `GET ${requestOf(endpoint, input).url}`
        data.push(`${JSON.stringify(name)}:${text}`)
        before = text
        if (answer instanceof Json && answer.next) cursors[name] = encodeCursor(answer.next)
      } catch (error) {
        // After a 404 or a refusal the browser makes the call itself and shows the error. Any other error may have aborted the transaction.
        if (error instanceof NoRow || error instanceof Refusal) continue
        http.log.warn({ err: error }, 'page sent without some of its answers')
        break
      }
    }
    return { data, next: cursors }
  }
}
