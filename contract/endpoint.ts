import { z } from 'zod'
import { Id } from './ids.ts'

/**
 * An endpoint is described once and used by both sides: the server makes a route of it, the browser a typed call,
 * and the same shapes become the OpenAPI page.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `member`: a complete session. `needs_second_factor`: a session that still owes its second factor will do. `anyone`: no session needed. */
export type Access = 'member' | 'needs_second_factor' | 'anyone'

/** How long a part of an address may be: beyond that the router finds nothing there. */
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
  /** What it does, in a few words, for the OpenAPI page. */
  summary: string
  files: Files
  /** A write that does not wait for an overdue confirmation of the address: what a member needs to confirm, or to leave. */
  unconfirmed?: 'allowed'
}

/** Media types, where the whole body of a request or of an answer is a file and not JSON. */
type Files = {
  takes?: readonly string[]
  sends?: readonly string[]
  /** The other statuses that its answer may have. */
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
    files: { takes: shapes.takes, sends: shapes.sends, also: shapes.also },
  }
}

/** What a caller passes: the parts of the address and the body in one object, so that a call reads as a sentence. */
export type Input<E extends Endpoint> = Given<E['params']> & Given<E['query']> & Given<E['body']>
// zod types an object without fields as Record<string, never>, which no other part could join.
type Given<S extends Shape> = string extends keyof z.input<S> ? Record<never, never> : z.input<S>
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Splits one flat input object into address, query string and body, by the endpoint's own shapes. */
export function request(e: Endpoint, input: Record<string, unknown>): { url: string; body: unknown } {
  const rest = { ...input }
  const path = e.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    // The id may stand in the body too (PATCH payloads carry it): only drop it there when the body does not name it.
    if (!(name in fieldsOf(e.body))) delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const name of Object.keys(fieldsOf(e.query))) {
    const value = rest[name]
    delete rest[name]
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
  }
  const asked = query.toString()
  return { url: asked ? `${path}?${asked}` : path, body: e.method === 'GET' ? undefined : rest }
}

const fieldsOf = (shape: Shape): Record<string, unknown> => (shape instanceof z.ZodObject ? shape.shape : {})

/** The path's `:id`, for the many endpoints about one row with an integer id. */
export const ById = z.object({ id: Id })
