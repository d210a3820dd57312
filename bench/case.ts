import type pg from 'pg'

/** One request to the product, and the simplest SQL with the same result. */
export type Case = {
  name: string
  /** A list returns an array; a detail and a write return one object. */
  kind: 'list' | 'detail' | 'write'
  /** Default: GET; POST for a write. */
  method?: 'GET' | 'POST' | 'PUT'
  /** The path at the product. `n`: the number of the request, so that writes are spread over many rows. */
  path: (n: number) => string
  body?: (n: number) => object
  /** The query of the yardsticks. The rows of a read are compared with the product's reply, field by field. */
  sql: string
  values?: (n: number) => unknown[]
}

/** The bench of a slice: its rows and requests. The members are seeded first: all other rows refer to them. */
export type Slice = {
  seed: (owner: pg.Client, size: number) => Promise<unknown>
  cases: Case[]
}

/** Targets; the table marks missed ones. Rates relative to each yardstick, and how much slower the large community may be. */
export const aims = { read: { plain: 0.8, bare: 0.5 }, write: { plain: 0.5, bare: 0 }, growth: 2 }
