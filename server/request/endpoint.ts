import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Json, SessionUser, Tx } from '../../database/connection/database.ts'
import type { Sql } from '../../database/connection/sql.ts'
import type { Services } from '../services.ts'
import type { Http } from './http.ts'
import type { RowOptions } from './row.ts'

/** A file to send instead of JSON. With an `etag` among its headers, a browser that has it already gets 304. */
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
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer simply ends
  | (null extends z.input<E['reply']> ? undefined | void : never)

/** A member's request: already inside the transaction that runs as this member. */
export type MemberRequest<E extends Endpoint> = Parsed<E> & {
  tx: Tx
  me: SessionUser
  http: Http
  services: Services
  file: Buffer
  /** For when the change stands, such as removing a file that no row names any more. A failure is only logged. */
  afterwards(work: () => Promise<unknown>): void
}
/** Anybody's request: the handler begins its own transactions. */
export type OpenRequest<E extends Endpoint> = Parsed<E> & { http: Http; services: Services }
/** What write() gets. `before` are the columns of the locked row that the option of that name asks for. */
export type WriteRequest<E extends Endpoint, Before = unknown> = Omit<MemberRequest<E>, 'tx'> & { before: Before }
export type Request<E extends Endpoint> = E['access'] extends 'anyone' ? OpenRequest<E> : MemberRequest<E>

type Options = RowOptions & {
  /** Takes a file as the whole body, instead of JSON. */
  upload?: { types: string[]; maxBytes: number }
  /** Answers HEAD as GET, without the body. */
  answersHead?: boolean
  /** Sends a file, which on a slow line lasts longer than an answer may take. */
  sendsFile?: boolean
}
export type Handler = Options & {
  endpoint: Endpoint
  run(request: never): Promise<unknown>
  /** Of a read that is one statement. */
  statement?(request: never): Sql
  /** Of a write that is one statement, or several in order: the last one answers. */
  statements?(request: never): Sql | Sql[]
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

/**
 * A write that is one statement, or several in order, in one transaction: the last one answers.
 * Who may is decided by the rules of the tables; `on` tells 403 from 404. A PATCH finds the row locked, and its version compared.
 */
export function write<E extends Endpoint, Before>(
  endpoint: E,
  statements: (request: WriteRequest<E, Before>) => Sql | Sql[],
  options: RowOptions = {},
): Handler {
  return { endpoint, statements, run: () => Promise.reject(new Error('A write has only statements.')), ...options }
}

/** What handleAsServer gets: who asks, but no transaction. */
export type AccountRequest<E extends Endpoint> = Omit<MemberRequest<E>, 'tx' | 'afterwards'>

/**
 * For a member's request about their account, which the tables close to members, or with long work before it writes: the session
 * is looked up, its transaction ended, and the handler begins its own transactions. No connection is held while a
 * password is hashed or a picture drawn, and none while waiting for another.
 */
export function handleAsServer<E extends Endpoint>(
  endpoint: E,
  run: (request: AccountRequest<E>) => Promise<Answer<E>>,
  options: Omit<Options, keyof RowOptions> = {},
): Handler {
  return { endpoint, run, isAsServer: true, ...options }
}

/**
 * A read that is one statement: the whole request is then one round trip to the database. The statement's first column is the JSON
 * of the reply; its second, where a list may go on, the `after` of the next page (null: there is none). Who asks is
 * me() and my_profile_id().
 */
export function read<E extends Endpoint>(
  endpoint: E,
  statement: (request: Parsed<E> & { services: Services }) => Sql,
  { absent }: Pick<Handler, 'absent'> = {},
): Handler {
  const run = ({ tx, http, ...parsed }: MemberRequest<E>) => tx.json(statement(parsed))
  return { endpoint, statement, run, absent }
}
