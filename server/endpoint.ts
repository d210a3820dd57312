import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Database, type Entry, Json, NoRow, type Tx } from '../database/database.ts'
import { name, type Sql, sql } from '../database/sql.ts'
import { checkReply } from './check-reply.ts'
import type { Config } from './config.ts'
import { authenticationRequired, notAllowed, notFound, Refusal, tooMany } from './errors.ts'
import type { Files } from './files.ts'
import { answerOnce } from './idempotency.ts'
import type { Secret } from './secret.ts'
import { admitting, hashOf, readCookie } from './session.ts'

/** What the whole server shares; a handler gets at it through `house`. */
export type House = { config: Config; db: Database; files: Files; secret: Secret }

/** A file to send instead of JSON. */
export class Bytes {
  readonly body: Buffer | Readable
  readonly headers: Record<string, string | number>
  readonly status: number
  constructor(body: Buffer | Readable, headers: Record<string, string | number>, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

export type Http = {
  id: string
  ip: string
  userAgent: string
  log: FastifyRequest['log']
  token: string | null
  headers: FastifyRequest['headers']
  cookie(name: string): string | null
  setHeader(name: string, value: string): void
}

type Parsed<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
type Answer<E extends Endpoint> =
  | z.input<E['reply']>
  | Json
  | Bytes
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer simply ends
  | (null extends z.input<E['reply']> ? undefined | void : never)

/** A member's request: already inside the transaction that runs as this member. */
export type MemberRequest<E extends Endpoint> = Parsed<E> & {
  tx: Tx
  me: Entry
  http: Http
  house: House
  file: Buffer
  /** For when the change stands, such as removing a file that no row names any more. A failure is only logged. */
  afterwards(work: () => Promise<unknown>): void
}
/** Anybody's request: the handler opens the door it needs. */
export type OpenRequest<E extends Endpoint> = Parsed<E> & { http: Http; house: House }
export type Request<E extends Endpoint> = E['access'] extends 'anyone' ? OpenRequest<E> : MemberRequest<E>

type Options = {
  /** The table whose row the path's id names: a write that touched no row answers 403 when the member can see it, else 404. */
  on?: string
  /** Takes a file as the whole body, instead of JSON. */
  upload?: { types: string[]; maxBytes: number }
  /** Sends a file, which on a slow line lasts longer than an answer may take. */
  sendsFile?: boolean
}
export type Handler = Options & {
  endpoint: Endpoint
  run(request: never): Promise<unknown>
  /** Of a read that is one statement. */
  statement?(request: never): Sql
  /** What is said where there is no row. */
  absent?: string
  /** About the account itself: see handleAsServer. */
  isAsServer?: boolean
}

export function handle<E extends Endpoint>(
  endpoint: E,
  run: (request: Request<E>) => Promise<Answer<E>>,
  options: Options = {},
): Handler {
  return { endpoint, run, ...options }
}

/** What handleAsServer gets: who asks, but no transaction. */
export type AccountRequest<E extends Endpoint> = Omit<MemberRequest<E>, 'tx' | 'file'>

/**
 * For a member's request about their account, which the tables close to members: the session is looked up, its transaction
 * ended, and the handler opens the server's own door when it needs it. No connection is held while a password is hashed, and none while
 * waiting for another.
 */
export function handleAsServer<E extends Endpoint>(
  endpoint: E,
  run: (request: AccountRequest<E>) => Promise<Answer<E>>,
  options: Pick<Options, 'sendsFile'> = {},
): Handler {
  return { endpoint, run, isAsServer: true, ...options }
}

/**
 * A read that is one statement: the whole request is then one trip to the database. The statement's first column is the JSON
 * of the reply; its second, where a list may go on, the `after` of the next page (null: there is none). Who asks is
 * me() and my_profile_id().
 */
export function read<E extends Endpoint>(
  endpoint: E,
  statement: (request: Parsed<E> & { house: House }) => Sql,
  { absent }: Pick<Handler, 'absent'> = {},
): Handler {
  const run = async ({ tx, http, ...parsed }: MemberRequest<E>) => {
    const row = await tx.one<Record<string, unknown>>(statement(parsed))
    const [body] = Object.values(row)
    if (body === null || body === undefined) throw new NoRow()
    return body
  }
  return { endpoint, statement, run, absent }
}

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
  const counted = await countWrite(house, request.method, hash, handler)
  if (handler.isAsServer) {
    const me = admitting(endpoint.access)(counted)
    if (me.is_stale) void touch(house, me, http)
    return send(house, endpoint, reply, await handler.run({ ...parsed, me, http, house } as never))
  }
  if (handler.statement)
    return send(house, endpoint, reply, await readInOneTrip(house, handler, parsed, http, request.url))
  const later: (() => Promise<unknown>)[] = []
  const answer = await house.db.asBearer(hash, admitting(endpoint.access), (tx, me) => {
    if (me.is_stale) void touch(house, me, http)
    return runAsMember(handler, {
      ...parsed,
      tx,
      me,
      http,
      house,
      file: handler.upload ? request.body : undefined,
      afterwards: (work: () => Promise<unknown>) => void later.push(work),
    } as never)
  })
  for (const work of later) await work().catch(error => http.log.error({ err: error }, 'could not tidy up'))
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
  const address = new URL(url, 'http://here')
  address.searchParams.set('after', next)
  http.setHeader('link', `<${address.pathname}${address.search}>; rel="next"`)
}

/** Runs a handler inside a member's transaction: for a request of its own, or for a page that carries its first data along. */
export async function runAsMember(handler: Handler, request: MemberRequest<Endpoint>): Promise<unknown> {
  const key = request.http.headers['idempotency-key']
  try {
    if (handler.endpoint.method === 'POST' && typeof key === 'string' && !handler.upload)
      return await answerOnce(request, handler.endpoint, key, () => handler.run(request as never))
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

function parse(endpoint: Endpoint, request: FastifyRequest, isUpload: boolean) {
  const fields: Record<string, string> = {}
  const read = (shape: z.ZodType, value: unknown) => {
    const result = shape.safeParse(value ?? {})
    if (result.success) return result.data
    for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message
    return undefined
  }
  const params = read(endpoint.params, request.params)
  // An id of the wrong form names nothing.
  if (params === undefined) throw notFound()
  const parsed = {
    params,
    query: read(endpoint.query, request.query),
    body: isUpload ? {} : read(endpoint.body, request.body),
  }
  const [problem] = Object.values(fields)
  if (problem !== undefined) throw new Refusal(400, problem, { fields })
  return parsed
}

function send(house: House, endpoint: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer instanceof Bytes) return reply.status(answer.status).headers(answer.headers).send(answer.body)
  if (answer === undefined || answer === null) return reply.status(endpoint.status).send()
  const text = answer instanceof Json ? answer.text : JSON.stringify(answer)
  if (house.config.mode !== 'production') checkReply(endpoint, text)
  return reply.status(endpoint.status).header('content-type', 'application/json; charset=utf-8').send(text)
}

/**
 * Counts a write before anything else is done for it, so that one that fails counts too. Where the handler will not be given
 * a transaction, this one also looks the session up.
 */
async function countWrite(
  { db, config: { limits } }: House,
  method: string,
  hash: Buffer,
  handler: Handler,
): Promise<Entry | null> {
  if (method === 'GET' && !handler.isAsServer) return null
  const [kind, most, seconds] = handler.upload
    ? ['upload', limits.uploadsPerHour, 3600]
    : ['write', limits.writesPerMinute, 60]
  const { entry, wait } = await db.asSystem(async tx => {
    const entry = handler.isAsServer ? await tx.maybe<Entry>(sql`select * from enter(${hash})`) : null
    if (method === 'GET') return { entry, wait: 0 }
    const counted = await tx.maybe<{ wait: number }>(sql`
      select throttle(${`${kind}:`} || user_id, ${most}, ${seconds}) as wait from sessions where token_hash = ${hash}`)
    return { entry, wait: counted?.wait ?? 0 }
  })
  if (wait > 0) throw tooMany(wait)
  return entry
}

export async function touch(house: House, me: Pick<Entry, 'session_id'>, http: Http): Promise<void> {
  try {
    await house.db.asSystem(tx =>
      tx.run(sql`update sessions set last_used_at = now(), ip = ${http.ip} where id = ${me.session_id}`),
    )
  } catch (error) {
    http.log.warn({ err: error }, 'could not mark the session as used')
  }
}

export function httpOf({ config }: House, request: FastifyRequest, reply: FastifyReply): Http {
  const cookie = (cookieName: string) => readCookie(request.headers.cookie, cookieName, config.isHttps)
  return {
    id: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    log: request.log,
    token: cookie('session'),
    headers: request.headers,
    cookie,
    setHeader: (header, value) => void reply.header(header, value),
  }
}
