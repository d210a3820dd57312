import { type Change, changesBetween, merge } from './merge.ts'

/** A row as it was saved, as the form shows it. */
export type Saved<Values> = { values: Values; version: number }
/** What was saved elsewhere while it was being edited. */
export type Meanwhile<Values> = { by: string | null; changes: Change<Values>[] }
/** What was typed, and what it was typed over; after a conflict, also what it met there, to be said again after a reload. */
export type Typed<Values> = { over: Saved<Values>; changes: Partial<Values>; meanwhile?: Meanwhile<Values> | null }

/** What was typed over an older version, as changes of what is saved now. */
export function mergedOver<Values extends object>(now: Saved<Values>, { over, changes }: Typed<Values>) {
  const merged = merge(over.values, { ...over.values, ...changes }, now.values)
  const next: Typed<Values> = { over: now, changes: changesBetween(now.values, merged.values) }
  return { next, changes: merged.changes }
}

export const isOlder = <Values>(typed: Typed<Values>, saved: Saved<Values>) => typed.over.version < saved.version

/** Whether everything that was typed is saved already. */
export const isSpent = <Values extends object>({ changes }: Typed<Values>, { values }: Saved<Values>) =>
  Object.keys(changesBetween(values, { ...values, ...changes })).length === 0

/** The changed fields, as they are sent. What the server would store as it is already is no change. */
export const changesToSend = <Values extends object>(
  { over, changes }: Typed<Values>,
  written: (values: Values) => Values = withoutBlanks,
) => changesBetween(written(over.values), written({ ...over.values, ...changes }))

/** The texts among the fields, to be copied at once. */
export const textIn = (fields: object) =>
  Object.values(fields)
    .filter(one => typeof one === 'string' && one.trim() !== '')
    .join('\n\n')

/** Blanks around a text are not stored. */
export const withoutBlanks = <Values extends object>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  ) as Values
