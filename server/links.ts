import { type Endpoint, type Input, request } from '../contract/endpoint.ts'
import type { Http } from './endpoint.ts'

/** Tells where a list goes on (RFC 8288): `linkTo(http, 'next', listTopics, { ...query, after: 42 })`. */
export function linkTo<E extends Endpoint>(http: Http, rel: 'next' | 'prev', endpoint: E, input: Input<E>): void {
  http.setHeader('link', `<${request(endpoint, input as Record<string, unknown>).url}>; rel="${rel}"`)
}

/** How many rows a list gives when nobody says how many. */
export const MOST_ROWS = 500
