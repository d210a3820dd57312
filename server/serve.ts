import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Entry, type Json, NoRow, type Tx } from '../database/database.ts'
import { encodeCursor } from '../database/list/cursor.ts'
import { name, type Sql, sql } from '../database/sql.ts'
import { lookUpSession } from './admission.ts'
import type { Handler, House, MemberRequest } from './endpoint.ts'
import { authenticationRequired, notAllowed, notFound, Refusal, refusalOf } from './errors.ts'
import { type Http, httpOf } from './http.ts'
import { answerOnce, earlierOf, onceOf } from './idempotency.ts'
import { parse } from './parse.ts'
import { send } from './send.ts'
import { admitting, hashOf, touch } from './session.ts'

/** One request from its address and body to its answer. A member's write has passed admitWrite (admission.ts) before its body was read. */
export async function serve(
  house: House,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint } = handler
  const http = httpOf(house, request, reply)
  const isUpload = Boolean(handler.upload)
  if (endpoint.access === 'anyone') {
    const parsed = parse(endpoint, request, isUpload)
    return send(house, endpoint, reply, await handler.run({ ...parsed, http, house } as never))
  }

  if (!http.token) throw authenticationRequired()
  const hash = hashOf(http.token)
  if (endpoint.method === 'GET') house.reads.count(hash)
  const tellMembersOnly = async (error: unknown) => {
    admitting(endpoint.access)(await lookUpSession(house, hash))
    throw error
  }
  // What a write needs may be missing only because its session or account was ended while it ran: that is no 404.
  const tellOfEndedSession = (error: unknown) => {
    const isMissing = endpoint.method !== 'GET' && [403, 404].includes(refusalOf(error)?.status ?? 0)
    return isMissing ? tellMembersOnly(error) : Promise.reject(error)
  }
  const { parsed, statement } = await parsedWithStatement(house, handler, request).catch(tellMembersOnly)
  const file = isUpload ? (request.body ?? Buffer.alloc(0)) : undefined
  let me: Entry | undefined
  const enter = (entry: Entry | null) => {
    me = admitting(endpoint.access)(entry)
    if (endpoint.method === 'GET') house.reads.learn(hash, me.user_id)
    if (me.is_stale) void touch(house, me, http)
    return me
  }
  if (handler.isAsServer) {
    // Again, although a write was admitted: the session may have ended while the body was on its way.
    const entered = enter(await lookUpSession(house, hash))
    const answer = handler.run({ ...parsed, me: entered, http, house, file } as never)
    return send(house, endpoint, reply, await answer.catch(tellOfEndedSession))
  }
  if (statement)
    return send(house, endpoint, reply, await readInOneTrip(house, handler, statement, hash, http, request.url))
  const later: (() => Promise<unknown>)[] = []
  const once = onceOf(handler, http, parsed)
  const work = (tx: Tx, me: Entry, [earlier]: object[]) => {
    const afterwards = (tidy: () => Promise<unknown>) => void later.push(tidy)
    const request = { ...parsed, tx, me, http, house, file, afterwards } as never as MemberRequest<Endpoint>
    return once
      ? answerOnce(tx, once, earlier, tx => handler.run({ ...request, tx } as never))
      : handler.run(request as never)
  }
  const answer = await house.db
    .asBearer(hash, enter, work, once && earlierOf(once))
    .catch(async error => {
      throw error instanceof NoRow && handler.on && me ? await deniedOrAbsent(house, handler, me, parsed.params) : error
    })
    .catch(tellOfEndedSession)
  for (const tidy of later) await tidy().catch(error => http.log.error({ err: error }, 'could not tidy up'))
  return send(house, endpoint, reply, answer)
}

/** What is asked for. A statement is made of it here, since a list's cursor is only understood then. */
async function parsedWithStatement(house: House, handler: Handler, request: FastifyRequest) {
  const parsed = parse(handler.endpoint, request, Boolean(handler.upload))
  return { parsed, statement: handler.statement?.({ ...parsed, house } as never) }
}

async function readInOneTrip(
  house: House,
  handler: Handler,
  statement: Sql,
  hash: Buffer,
  http: Http,
  url: string,
): Promise<Json> {
  const body = await house.db
    .readAsBearer(
      hash,
      visit => {
        house.reads.learn(hash, visit.user_id)
        if (visit.is_stale) void touch(house, visit, http)
      },
      statement,
    )
    .catch(error => {
      throw error instanceof NoRow && handler.absent ? new Refusal(404, handler.absent) : error
    })
  linkNext(http, url, body.next)
  return body
}

/** Where the rest of a long list is. */
function linkNext(http: Http, url: string, next: string | null): void {
  if (next === null) return
  const [path, query = ''] = url.split('?')
  const others = query.split('&').filter(part => part !== '' && !part.startsWith('after='))
  const all = [...others, `after=${encodeCursor(next)}`].join('&')
  http.setHeader('link', `<${path}?${all}>; rel="next"`)
}

/** A write that touched no row: 403 where the member can see it, else 404. Asked after the transaction, which a last statement may have ended. */
async function deniedOrAbsent({ db }: House, { on }: Handler, me: Entry, params: unknown): Promise<Refusal> {
  const { id } = params as { id?: number }
  const seen = await db.asMember(me, tx => tx.maybe(sql`select 1 from ${name(on ?? '')} where id = ${id}`))
  return seen ? notAllowed() : notFound()
}
