import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Entry, type Json, NoRow, type Tx } from '../database/database.ts'
import { name, type Sql, sql } from '../database/sql.ts'
import { allowanceOf, enterAsServer, mustNotWait } from './allowance.ts'
import { refuseUnconfirmed } from './email-confirmation.ts'
import type { Handler, House, MemberRequest } from './endpoint.ts'
import { authenticationRequired, notAllowed, notFound, Refusal } from './errors.ts'
import { type Http, httpOf } from './http.ts'
import { answerOnce, earlierOf, onceOf } from './idempotency.ts'
import { parse } from './parse.ts'
import { send } from './send.ts'
import { admitting, hashOf, touch } from './session.ts'

/** One request from parsed input to sent answer. */
export async function serve(
  house: House,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint } = handler
  const http = httpOf(house, request, reply)
  const parsed = parse(endpoint, request, Boolean(handler.upload))
  if (endpoint.access === 'anyone')
    return send(house, endpoint, reply, await handler.run({ ...parsed, http, house } as never))

  if (!http.token) throw authenticationRequired()
  const hash = hashOf(http.token)
  const file = handler.upload ? request.body : undefined
  const admit = (entry: Entry | null, wait: number) => {
    mustNotWait(wait)
    const me = admitting(endpoint.access)(entry)
    refuseUnconfirmed(house, endpoint, me)
    return me
  }
  if (handler.isAsServer) {
    const me = admit(await enterAsServer(house, handler, hash), 0)
    if (me.is_stale) void touch(house, me, http)
    return send(house, endpoint, reply, await handler.run({ ...parsed, me, http, house, file } as never))
  }
  if (handler.statement)
    return send(house, endpoint, reply, await readInOneTrip(house, handler, parsed, http, request.url))
  const later: (() => Promise<unknown>)[] = []
  const once = onceOf(handler, http, parsed)
  const work = (tx: Tx, me: Entry, [earlier]: object[]) => {
    if (me.is_stale) void touch(house, me, http)
    const afterwards = (tidy: () => Promise<unknown>) => void later.push(tidy)
    const request = { ...parsed, tx, me, http, house, file, afterwards } as never as MemberRequest<Endpoint>
    return once
      ? answerOnce(tx, once, earlier, tx => runAsMember(handler, { ...request, tx }))
      : runAsMember(handler, request)
  }
  const answer = await house.db.asBearer(hash, admit, work, allowanceOf(house, handler), once && earlierOf(once))
  for (const tidy of later) await tidy().catch(error => http.log.error({ err: error }, 'could not tidy up'))
  return send(house, endpoint, reply, answer)
}

async function readInOneTrip(house: House, handler: Handler, parsed: object, http: Http, url: string): Promise<Json> {
  const { body, next } = await house.db
    .readAsBearer(
      hashOf(http.token ?? ''),
      visit => {
        if (visit.is_stale) void touch(house, visit, http)
      },
      handler.statement?.({ ...parsed, house } as never) as Sql,
    )
    .catch(error => {
      throw error instanceof NoRow && handler.absent ? new Refusal(404, handler.absent) : error
    })
  linkNext(http, url, next)
  return body
}

/** Where the rest of a long list is. */
function linkNext(http: Http, url: string, next: string | null): void {
  if (next === null) return
  const [path, query = ''] = url.split('?')
  const others = query.split('&').filter(part => part !== '' && !part.startsWith('after='))
  const all = [...others, `after=${encodeURIComponent(next)}`].join('&')
  http.setHeader('link', `<${path}?${all}>; rel="next"`)
}

/** Runs a handler inside a member's transaction: for a request of its own, or for a page that carries its first data along. */
export async function runAsMember(handler: Handler, request: MemberRequest<Endpoint>): Promise<unknown> {
  try {
    return await handler.run(request as never)
  } catch (error) {
    if (error instanceof NoRow && handler.on && request.params)
      throw await deniedOrAbsent(request.tx, handler.on, request.params)
    throw error
  }
}

async function deniedOrAbsent(tx: Tx, table: string, params: unknown): Promise<Refusal> {
  const { id } = params as { id?: number }
  return (await tx.maybe(sql`select 1 from ${name(table)} where id = ${id}`)) ? notAllowed() : notFound()
}
