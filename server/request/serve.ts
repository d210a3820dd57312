import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Entry, type Json, NoRow } from '../../database/connection/database.ts'
import type { Sql } from '../../database/connection/sql.ts'
import { encodeCursor } from '../../database/list/cursor.ts'
import type { House } from '../services.ts'
import { admitting, hashOf, touch } from '../session/session.ts'
import { lookUpSession } from './admission.ts'
import type { Handler } from './endpoint.ts'
import { authenticationRequired, Refusal, refusalOf } from './errors.ts'
import { type Http, httpOf } from './http.ts'
import { parse } from './parse.ts'
import { runAsMember } from './run-as-member.ts'
import { send } from './send.ts'

/** One request from its address and body to its answer. A member's write has passed admitWrite (admission.ts) before its body was read. */
export async function serve(
  house: House,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint } = handler
  const http = httpOf(house, request, reply)
  if (endpoint.access === 'anyone') {
    const { parsed, problem } = parse(endpoint, request, Boolean(handler.upload))
    if (problem) throw problem
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
  const { parsed, problem, statement } = await understand(house, handler, request).catch(tellMembersOnly)
  const file = handler.upload ? (request.body ?? Buffer.alloc(0)) : undefined
  const enter = (entry: Entry | null) => {
    const me = admitting(endpoint.access)(entry)
    if (endpoint.method === 'GET') house.reads.learn(hash, me.user_id)
    if (me.is_stale) void touch(house, me, http)
    return me
  }
  if (handler.isAsServer) {
    // Again, although a write was admitted: the session may have ended while the body was on its way.
    const me = enter(await lookUpSession(house, hash))
    const answer = handler.run({ ...parsed, me, http, house, file } as never)
    return send(house, endpoint, reply, await answer.catch(tellOfEndedSession))
  }
  const answer = statement
    ? await readInOneTrip(house, handler, statement, hash, http, request.url)
    : await runAsMember(house, handler, { parsed, problem, hash, enter, http, file }).catch(tellOfEndedSession)
  return send(house, endpoint, reply, answer)
}

/**
 * What is asked for. A statement is made of it here, since a list's cursor is only understood then. A problem of the body is told here only
 * where no row comes before it.
 */
async function understand(house: House, handler: Handler, request: FastifyRequest) {
  const { parsed, problem } = parse(handler.endpoint, request, Boolean(handler.upload))
  if (problem && !(handler.on ?? handler.under)) throw problem
  return { parsed, problem, statement: handler.statement?.({ ...parsed, house } as never) }
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
