import { type Change, changesBetween, merge } from './merge.ts'

/** A saved row, as the form's values. */
export type Saved<Values> = { values: Values; version: number }
/** What was saved elsewhere while the row was being edited. */
export type Conflict<Values> = { by: string | null; changes: Change<Values>[] }
/** What was typed, and the saved row it changes. `meanwhile`: the conflict, stored so that its notice is shown again after a reload. */
export type Typed<Values> = { over: Saved<Values>; changes: Partial<Values>; meanwhile?: Conflict<Values> | null }

/** Rebases changes to an older version onto the row that is saved now. */
export function rebase<Values extends object>(now: Saved<Values>, { over, changes }: Typed<Values>) {
  const merged = merge(over.values, { ...over.values, ...changes }, now.values)
  const next: Typed<Values> = { over: now, changes: changesBetween(now.values, merged.values) }
  return { next, changes: merged.changes }
}

/** Without the fields that the form does not have: an earlier release may have stored the draft. */
export const knownFields = <Values extends object>(changes: Partial<Values>, values: Values) =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => field in values)) as Partial<Values>

export const isOlder = <Values>(typed: Typed<Values>, saved: Saved<Values>) => typed.over.version < saved.version

/** Whether every typed value is already saved. */
export const isSaved = <Values extends object>({ changes }: Typed<Values>, { values }: Saved<Values>) =>
  Object.keys(changesBetween(values, { ...values, ...changes })).length === 0

/** The changed fields, normalised for the request. A field that the server would store unchanged is left out. */
export const changesToSend = <Values extends object>(
  { over, changes }: Typed<Values>,
  normalize: (values: Values) => Values = withoutBlanks,
) => changesBetween(normalize(over.values), normalize({ ...over.values, ...changes }))

/** All non-empty texts of the fields, to be copied at once. */
export const textIn = (fields: object) =>
  Object.values(fields)
    .filter(value => typeof value === 'string' && value.trim() !== '')
    .join('\n\n')

/** The server stores texts trimmed. */
export const withoutBlanks = <Values extends object>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  ) as Values
