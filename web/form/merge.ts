/** A field that was saved with another value since the form was opened. */
export type Change<Values> = {
  field: keyof Values & string
  theirs: Values[keyof Values]
  /** I changed it too, to something else: mine stays until I say otherwise. */
  isDisputed: boolean
}

/** Lists are what was chosen of some options: their order says nothing. */
export const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
    : one === other

const fieldsOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[]

/** The fields of `values` that differ from `before`. */
export function changesBetween<Values extends object>(before: Values, values: Values): Partial<Values> {
  const changed = fieldsOf(values).filter(field => !isSame(values[field], before[field]))
  return Object.fromEntries(changed.map(field => [field, values[field]])) as Partial<Values>
}

/** Puts what was saved meanwhile together with what I typed: of each field whoever changed it, and mine where both did. */
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
