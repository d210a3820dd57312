/** A field that was saved elsewhere with another value since the form was opened. */
export type Change<Values> = {
  field: keyof Values & string
  theirs: Values[keyof Values]
  /** Both sides changed it: my value stays unless I take theirs. */
  isDisputed: boolean
}

/** Lists are chosen options: their order is ignored. */
export const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted()) : a === b

const fieldsOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[]

/** The fields of `values` that differ from `before`. */
export function changesBetween<Values extends object>(before: Values, values: Values): Partial<Values> {
  const changed = fieldsOf(values).filter(field => !isSame(values[field], before[field]))
  return Object.fromEntries(changed.map(field => [field, values[field]])) as Partial<Values>
}

/** Three-way merge by field: takes the changed value, and mine if both sides changed it. */
export function merge<Values extends object>(
  before: Values,
  mine: Values,
  theirs: Values,
): { values: Values; changes: Change<Values>[] } {
  const changes = fieldsOf(before)
    .filter(field => !isSame(theirs[field], before[field]) && !isSame(theirs[field], mine[field]))
    .map(field => ({ field, theirs: theirs[field], isDisputed: !isSame(mine[field], before[field]) }))
  const taken = changes.filter(({ isDisputed }) => !isDisputed).map(change => [change.field, change.theirs])
  return { values: { ...mine, ...Object.fromEntries(taken) }, changes }
}
