import type pg from 'pg'

/** The same question put to the product and to the limit: bare node:http with pg and JSON.stringify, no session, no rules. */
export type Case = {
  name: string
  method?: 'GET' | 'POST' | 'PUT'
  /** Where the product answers it. `n` counts the requests, so that writes spread over many rows. */
  path: (n: number) => string
  body?: (n: number) => object
  /** Sent with a key, as our screens send it: so that it is done once. */
  hasKey?: true
  /** What the limit runs for it. A read's rows must be the product's answer, field for field. */
  limit: { sql: string; values: (n: number) => unknown[]; isOneRow?: boolean }
  /** At least this share of the limit at 32 connections, and at most this growth of p50 from the smallest to the largest size. */
  goal?: number
  growth?: number
}

/** What a slice measures. Each size gets a database of its own, filled by SQL. */
export type Bench = {
  slice: string
  sizes: number[]
  seed: (owner: pg.Client, size: number) => Promise<void>
  cases: Case[] | ((owner: pg.Client, size: number) => Promise<Case[]>)
}

export type Measured = { perSecond: number; p50: number; p99: number; cpuMs: number; failures: number }
