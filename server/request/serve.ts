import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Json, NoRow, type SessionUser } from '../../database/connection/database.ts'
import type { Sql } from '../../database/connection/sql.ts'
import { encodeCursor } from '../../database/list/cursor.ts'
import type { Services } from '../services.ts'
import { hashOf, requireAccess, touch } from '../session/session.ts'
import { lookUpSession } from './admission.ts'
import type { Handler } from './endpoint.ts'
import { authenticationRequired, Refusal, refusalOf } from './errors.ts'
import { type Http, httpOf } from './http.ts'
import { parse } from './parse.ts'
import { pathAndQuery } from './path-and-query.ts'
import { isCostly, readsOf } from './read-limit.ts'
import { runAsMember } from './run-as-member.ts'
import { send } from './send.ts'
import { inTurnUnlessKnown } from './strangers.ts'

/** While the server is overloaded, a read that waited so long for its turn is refused. */
const MAX_WAIT_OVERLOADED_MS = 500

/** Handles one request. For a member's write, admitWrite (admission.ts) ran before the body was read. */
export async function serve(
  services: Services,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint } = handler
  const http = httpOf(services, request, reply)
  if (endpoint.access === 'anyone') {
    const hash = http.token ? hashOf(http.token) : null
    // A session that is not known yet counts by itself, as in serveMember.
    if (hash && endpoint.method === 'GET') services.reads.count(hash, readsOf(endpoint, request.query))
    const { parsed, problem } = parse(endpoint, request, Boolean(handler.upload))
    if (problem) throw problem
    const answer = () => handler.run({ ...parsed, http, services } as never)
    // A member whose session is known does not wait for strangers of the same network.
    const counted = hash ? () => services.inProgress.run(services.reads.ownerOf(hash), answer) : answer
    const result = await inTurnUnlessKnown(services, reply, hash, counted)
    return send(services, endpoint, reply, result, hash ? services.reads.ownerOf(hash) : undefined)
  }

  if (!http.token) throw authenticationRequired()
  const hash = hashOf(http.token)
  const work = () => serveMember(services, handler, request, reply, http, hash)
  const owner = services.reads.ownerOf(hash)
  const isOver = () => reply.raw.destroyed || reply.sent
  const came = performance.now()
  const isTooLate = () => services.inProgress.isOverloaded() && performance.now() - came > MAX_WAIT_OVERLOADED_MS
  // Files take as long as the file store: they do not count as being worked on.
  if (handler.upload) return inTurnUnlessKnown(services, reply, hash, work)
  if (handler.sendsFile)
    return inTurnUnlessKnown(services, reply, hash, () => services.fileReads.run(owner, work, isOver))
  const counted = () => services.inProgress.run(owner, work)
  // First the turn: a read that waits for it does not count as being worked on.
  const inTurn =
    endpoint.method === 'GET' && isCostly(endpoint, request.query)
      ? () => services.costlyReads.run(owner, counted, () => isOver() || isTooLate())
      : counted
  return inTurnUnlessKnown(services, reply, hash, inTurn)
}

async function serveMember(
  services: Services,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
  http: Http,
  hash: Buffer,
): Promise<FastifyReply> {
  const { endpoint } = handler
  if (endpoint.method === 'GET') services.reads.count(hash, readsOf(endpoint, request.query))
  const throwIfAuthenticated = async (error: unknown) => {
    requireAccess(endpoint.access)(await lookUpSession(services, hash))
    throw error
  }
  // A session or account that ended during a write can cause its 403 or 404: the answer is then 401.
  const throwUnlessSessionEnded = (error: unknown) => {
    const isMissing = endpoint.method !== 'GET' && [403, 404].includes(refusalOf(error)?.status ?? 0)
    return isMissing ? throwIfAuthenticated(error) : Promise.reject(error)
  }
  const { parsed, problem, statement } = await parseRequest(services, handler, request).catch(throwIfAuthenticated)
  const file = handler.upload ? (request.body ?? Buffer.alloc(0)) : undefined
  const authenticated = (user: SessionUser | null) => {
    const me = requireAccess(endpoint.access)(user)
    if (endpoint.method === 'GET') services.reads.learn(hash, me.user_id)
    if (me.is_stale) void touch(services, me, http)
    return me
  }
  if (handler.isAsServer) {
    // Look up the session again: it may have ended while the body was received.
    const me = authenticated(await lookUpSession(services, hash))
    const answer = handler.run({ ...parsed, me, http, services, file } as never)
    return send(services, endpoint, reply, await answer.catch(throwUnlessSessionEnded), me.user_id)
  }
  const answer = statement
    ? await readInOneRoundTrip(services, handler, statement, hash, http, request.url)
    : await runAsMember(services, handler, { parsed, problem, hash, authenticated, http, file }).catch(
        throwUnlessSessionEnded,
      )
  return send(services, endpoint, reply, answer, services.reads.ownerOf(hash))
}

/**
 * Builds the statement too, since that decodes the cursor of a list, which may be invalid. Throws a validation error only if no row is
 * checked first.
 */
async function parseRequest(services: Services, handler: Handler, request: FastifyRequest) {
  const { parsed, problem } = parse(handler.endpoint, request, Boolean(handler.upload))
  if (problem && !(handler.on ?? handler.under)) throw problem
  return { parsed, problem, statement: handler.statement?.({ ...parsed, services } as never) }
}

async function readInOneRoundTrip(
  services: Services,
  handler: Handler,
  statement: Sql,
  hash: Buffer,
  http: Http,
  url: string,
): Promise<Json> {
  const body = await services.db
    .readWithSession(
      hash,
      user => {
        services.reads.learn(hash, user.user_id)
        if (user.is_stale) void touch(services, user, http)
      },
      statement,
    )
    .catch(error => {
      throw error instanceof NoRow && handler.absent ? new Refusal(404, handler.absent) : error
    })
  linkNext(http, url, body.next)
  return body
}

/** Link header of the next page: `next` is the JSON of a keyset cursor, or the id of a reply. */
function linkNext(http: Http, url: string, next: string | null): void {
  if (next === null) return
  const [path, query = ''] = pathAndQuery(url).split('?')
  const rest = query.split('&').filter(part => part !== '' && !part.startsWith('after='))
  const all = [...rest, `after=${next.startsWith('[') ? encodeCursor(next) : next}`].join('&')
  http.setHeader('link', `<${path}?${all}>; rel="next"`)
}
