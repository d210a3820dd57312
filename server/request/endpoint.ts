import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Json, SessionUser, Tx } from '../../database/connection/database.ts'
import type { Sql } from '../../database/connection/sql.ts'
import type { Services } from '../services.ts'
import type { Http } from './http.ts'
import type { RowOptions } from './row.ts'

/** A file to send instead of JSON. With an `etag` header, a matching If-None-Match gets 304. */
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

export type Parsed<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
type Answer<E extends Endpoint> =
  | z.input<E['reply']>
  | Json
  | Bytes
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing
  | (null extends z.input<E['reply']> ? undefined | void : never)

/** A member's request, inside the transaction that runs as this member. */
type MemberRequest<E extends Endpoint> = Parsed<E> & {
  tx: Tx
  me: SessionUser
  http: Http
  services: Services
  file: Buffer
  /** Runs `work` after the commit, such as removing a file that no row refers to any more. A failure is only logged. */
  afterwards(work: () => Promise<unknown>): void
}
/** A request without a session: the handler begins its own transactions. */
type OpenRequest<E extends Endpoint> = Parsed<E> & { http: Http; services: Services }
/** What write() gets. `before` has the columns of the locked row that the option `before` selects. */
export type WriteRequest<E extends Endpoint, Before = unknown> = Omit<MemberRequest<E>, 'tx'> & { before: Before }
export type Request<E extends Endpoint> = E['access'] extends 'anyone' ? OpenRequest<E> : MemberRequest<E>

type Options = RowOptions & {
  /** The whole body is a file, instead of JSON. */
  upload?: { types: string[]; maxBytes: number }
  /** A rate limit of its own instead of the one of writes, for a write that costs much more than others. */
  hourly?: { what: string; max: keyof Services['config']['limits'] }
  /** A write that uses no session, and that programs without a browser may send with any Origin. */
  allowsOtherSites?: boolean
  /** Answers HEAD as GET, without the body. */
  answersHead?: boolean
  /** Sends a file: gets a longer timeout, for slow connections. */
  sendsFile?: boolean
}
export type Handler = Options & {
  endpoint: Endpoint
  run(request: never): Promise<unknown>
  /** Set by read(). */
  statement?(request: never): Sql
  /** Set by write(). */
  statements?(request: never): Sql | Sql[]
  /** The message of the 404 when there is no row. */
  absent?: string
  /** See handleAsServer. */
  isAsServer?: boolean
}

/**
 * For requests without a session, which read() and write() need, and for a member's request that is neither: a statement that depends on
 * the answer of another, or a file as the reply. The handler of a member's request says which.
 */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: (request: Request<E>) => Promise<Answer<E>>,
  options: Options = {},
): Handler {
  return { endpoint, run, ...options }
}

/**
 * A write that is one statement, or several in order, in one transaction: the last one returns the reply.
 * Row-level security decides who may write; with `on`, a visible row gives 403 instead of 404. A PATCH first locks the row and
 * compares its version.
 */
export function write<E extends Endpoint, Before>(
  endpoint: E,
  statements: (request: WriteRequest<E, Before>) => Sql | Sql[],
  options: RowOptions = {},
): Handler {
  return { endpoint, statements, run: () => Promise.reject(new Error('A write has only statements.')), ...options }
}

/** What handleAsServer gets: the member, but no transaction. */
export type AccountRequest<E extends Endpoint> = Omit<MemberRequest<E>, 'tx' | 'afterwards'>

/**
 * For a member's request that works on account tables, which the member role may not use, or that does long work before it writes.
 * The session is looked up in a transaction of its own, and the handler begins its own transactions: no connection is held
 * while a password is hashed or a picture is drawn, nor while waiting for another connection.
 */
export function handleAsServer<E extends Endpoint>(
  endpoint: E,
  run: (request: AccountRequest<E>) => Promise<Answer<E>>,
  options: Omit<Options, keyof RowOptions> = {},
): Handler {
  return { endpoint, run, isAsServer: true, ...options }
}

/**
 * A read that is one statement, so that the whole request is one round trip to the database. The statement's first column is the JSON
 * of the reply; the second, for lists, is the `after` of the next page (null: none). In SQL the member is me() and
 * my_profile_id().
 */
export function read<E extends Endpoint>(
  endpoint: E,
  statement: (request: Parsed<E> & { services: Services }) => Sql,
  { absent }: Pick<Handler, 'absent'> = {},
): Handler {
  const run = ({ tx, http, ...parsed }: MemberRequest<E>) => tx.json(statement(parsed))
  return { endpoint, statement, run, absent }
}
