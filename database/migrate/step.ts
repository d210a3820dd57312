import type pg from 'pg'

/** A file that is applied once. */
export type Step = { name: string; text: string; hash: string }

/** From now on it counts as applied. */
export const note = (owner: pg.Client, { name, hash }: Step) =>
  owner.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
