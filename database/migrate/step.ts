import type pg from 'pg'

/** A migration file, applied once. */
export type Step = { name: string; text: string; hash: string }

export const markApplied = (owner: pg.Client, { name, hash }: Step) =>
  owner.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
