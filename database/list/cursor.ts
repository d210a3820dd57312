/**
 * A keyset cursor: the values of the order's columns in the last row of a page, as JSON in base64url. Opaque to callers, who get it in the
 * Link header.
 */
export const encodeCursor = (json: string) => Buffer.from(json).toString('base64url')

const MAX_INTEGER = 2_147_483_647

/** The server answers 400. */
export class BadCursor extends Error {}

/** The column types that a list can be ordered by, and the format of their values. */
const forms = {
  integer: /^-?\d{1,10}$/,
  float8: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  timestamptz: /^\d{4}-\d\d-\d\dT[\d:.]+([+-][\d:]+|Z)$/,
  time: /^\d\d:\d\d(:\d\d(\.\d+)?)?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  // PostgreSQL's text cannot contain NUL.
  text: /^[^\0]*$/,
}
export type Type = keyof typeof forms

export function decodeCursor(cursor: string, types: Type[]): string[] {
  const values = parsed(cursor)
  // Only of these, String() never throws.
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  const isOf = (type: Type, value: unknown) =>
    isPlain(value) && forms[type].test(String(value)) && !(type === 'integer' && Math.abs(Number(value)) > MAX_INTEGER)
  const fits = values.length === types.length && types.every((type, i) => isOf(type, values[i]))
  if (!fits) throw new BadCursor()
  return values.map(String)
}

function parsed(cursor: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}
