import { z } from 'zod'
import { Id } from './ids.ts'

/**
 * An endpoint is declared once: the server builds a route from it, the browser a typed call, and the schemas become the OpenAPI
 * page.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `member`: a complete session. `needs_second_factor`: a session without its second factor is enough. `anyone`: no session needed. */
export type Access = 'member' | 'needs_second_factor' | 'anyone'

/** A search costs the database about as much as ten other reads, and counts as ten. */
export const SEARCH_READS = 10

/** The maximum length of a path parameter; the router answers 404 to longer ones. */
export const LONGEST_PART = 200

type Shape = z.ZodType
type None = z.ZodObject<Record<never, never>>

export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Who extends Access = Access,
> = {
  method: Method
  path: string
  params: Params
  query: Query
  body: Body
  reply: Reply
  access: Who
  status: number
  /** A short description for the OpenAPI page. */
  summary: string
  files: Files
  /** A write that is allowed when the confirmation of the email address is overdue: to confirm it, or to delete the account. */
  unconfirmed?: 'allowed'
  /** How many reads a call counts as (server/request/read-limit.ts). Not set: one, or SEARCH_READS with a `q`. */
  reads?: number
  /** The browser keeps a copy of what the member read, for reading offline (web/offline/copies.ts). */
  offline?: boolean
}

/** Media types, if the whole body of a request or response is a file instead of JSON. */
type Files = {
  takes?: readonly string[]
  sends?: readonly string[]
  /** Further statuses that the response may have. */
  also?: Record<number, string>
}

const nothing: None = z.object({})

export function endpoint<
  Params extends Shape = None,
  Query extends Shape = None,
  Body extends Shape = None,
  Reply extends Shape = z.ZodNull,
  Who extends Access = 'member',
>(
  method: Method,
  path: string,
  shapes: {
    summary: string
    params?: Params
    query?: Query
    body?: Body
    reply?: Reply
    access?: Who
    status?: number
    unconfirmed?: 'allowed'
    reads?: number
    offline?: boolean
  } & Files,
): Endpoint<Params, Query, Body, Reply, Who> {
  return {
    method,
    path,
    summary: shapes.summary,
    params: (shapes.params ?? nothing) as Params,
    query: (shapes.query ?? nothing) as Query,
    body: (shapes.body ?? nothing) as Body,
    reply: (shapes.reply ?? z.null()) as Reply,
    access: (shapes.access ?? 'member') as Who,
    status: shapes.status ?? (shapes.reply || shapes.sends ? 200 : 204),
    unconfirmed: shapes.unconfirmed,
    reads: shapes.reads,
    offline: shapes.offline,
    files: { takes: shapes.takes, sends: shapes.sends, also: shapes.also },
  }
}

/** What a caller passes: path parameters, query and body in one flat object. */
export type Input<E extends Endpoint> = Given<E['params']> & Given<E['query']> & Given<E['body']>
// zod types an object without fields as Record<string, never>, which cannot be intersected with the other parts.
type Given<S extends Shape> = string extends keyof z.input<S> ? Record<never, never> : z.input<S>
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Splits a flat input object into path, query string and body, by the endpoint's schemas. */
export function request(e: Endpoint, input: Record<string, unknown>): { url: string; body: unknown } {
  const rest = { ...input }
  const path = e.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    // Keep the id in the body if its schema has one (as PATCH bodies do).
    if (!(name in fieldsOf(e.body))) delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const name of Object.keys(fieldsOf(e.query))) {
    const value = rest[name]
    delete rest[name]
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') query.append(name, String(item))
  }
  const search = query.toString()
  return { url: search ? `${path}?${search}` : path, body: e.method === 'GET' ? undefined : rest }
}

const fieldsOf = (shape: Shape): Record<string, unknown> => (shape instanceof z.ZodObject ? shape.shape : {})

/** The `:id` of a path, for endpoints on one row with an integer id. */
export const ById = z.object({ id: Id })
