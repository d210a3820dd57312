import type pg from 'pg'

/** One request to the product, and the simplest SQL that answers the same. */
export type Case = {
  name: string
  /** A list answers an array; a detail and a write answer one object. */
  kind: 'list' | 'detail' | 'write'
  /** GET; a write is a POST. */
  method?: 'GET' | 'POST' | 'PUT'
  /** Where the product answers it. `n` counts the requests of a run, so that writes are spread over many rows. */
  path: (n: number) => string
  body?: (n: number) => object
  /** What the yardsticks run. For a read its rows are compared with the product's answer, field by field. */
  sql: string
  values?: (n: number) => unknown[]
}

/** What is measured of a slice. The members come first; everything else is written by them. */
export type Slice = {
  seed: (owner: pg.Client, size: number) => Promise<unknown>
  cases: Case[]
}

/** Aims, not limits: the table marks what misses one. Lists and details, then writes; how much slower the large community may be. */
export const aims = { read: { plain: 0.8, bare: 0.5 }, write: { plain: 0.5, bare: 0 }, growth: 2 }
