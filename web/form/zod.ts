/**
 * Replaces zod in the browser bundle, which saves 25 KB (gzip) on the first visit. It keeps the field names of params, query and body,
 * and the outline of each reply: `misfit` checks arrays, objects with their fields, and the types of plain values. The server validates
 * input and returns errors by field. A test compares this module with zod over all contracts.
 */
type Fields = Record<string, Shape>
export type Shape = {
  kind: 'any' | 'nothing' | 'string' | 'number' | 'boolean' | 'array' | 'object'
  /** The fields of an object. */
  shape?: Fields
  /** The elements of an array. */
  element?: Shape
  canBeNull?: boolean
  canBeAbsent?: boolean
}

const each = (shape: Shape, change: (field: Shape, name: string) => Shape | null): Shape => {
  const fields = Object.entries(shape.shape ?? {}).map(([name, field]) => [name, change(field, name)] as const)
  return { ...shape, shape: Object.fromEntries(fields.filter(([, field]) => field)) as Fields }
}
const extend = (shape: Shape, more: Fields): Shape => ({ ...shape, shape: { ...shape.shape, ...more } })
const optional = (shape: Shape): Shape => chainable({ ...shape, canBeAbsent: true })
const anything = (): Shape => ({ kind: 'any' })

/** Methods that return a different shape. All other methods only narrow the accepted values, which the server checks. */
const derived: Record<string, (shape: Shape, given: never) => Shape> = {
  extend,
  safeExtend: extend,
  pick: (shape, names: object) => each(shape, (field, name) => (name in names ? field : null)),
  omit: (shape, names: object) => each(shape, (field, name) => (name in names ? null : field)),
  partial: shape => each(shape, optional),
  nullable: shape => ({ ...shape, canBeNull: true }),
  optional,
  nullish: shape => ({ ...shape, canBeNull: true, canBeAbsent: true }),
  default: optional,
  array: shape => ({ kind: 'array', element: shape }),
  transform: anything,
  pipe: anything,
  or: anything,
}

/** Adds the methods of a zod schema. */
function chainable(shape: Shape): Shape {
  const self: Shape = new Proxy(shape, {
    get(_, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined
      if (name in shape || name.startsWith('canBe')) return shape[name as keyof Shape]
      if (/parse/i.test(name)) throw new Error('Shapes are checked by the server, not in the browser.')
      const derive = derived[name]
      return derive ? (given: never) => chainable(derive(shape, given)) : () => self
    },
  })
  return self
}

const any = chainable(anything())
const text = chainable({ kind: 'string' })
const [string, number, boolean] = [
  () => text,
  () => chainable({ kind: 'number' }),
  () => chainable({ kind: 'boolean' }),
]
const object = (shape: Fields = {}) => chainable({ kind: 'object', shape })
const ZodObject = {
  [Symbol.hasInstance]: (shape: Partial<Shape>) => shape?.kind === 'object' && !shape.canBeNull && !shape.canBeAbsent,
}

const known: Record<string, unknown> = {
  object,
  strictObject: object,
  looseObject: object,
  ZodObject,
  array: (element: Shape) => chainable({ kind: 'array', element }),
  null: () => chainable({ kind: 'nothing' }),
  string,
  email: string,
  uuid: string,
  enum: string,
  // Namespaces, not functions: `z.iso.date()`.
  iso: text,
  coerce: any,
  number,
  int: number,
  boolean,
}

export const z = new Proxy(known, { get: (_, name) => known[name as string] ?? (() => any) })
export default z

/**
 * The path to the first part of a value that does not match the shape, or undefined if all match. Checks every row of a list, because
 * any wrong row can break a screen: 500 rows with 25 fields take about 1 ms.
 */
export function misfit(shape: Shape, value: unknown): string[] | undefined {
  // If no reply is expected, its value is not used.
  if (shape.kind === 'any' || shape.kind === 'nothing') return undefined
  if (value === null) return shape.canBeNull ? undefined : []
  if (value === undefined) return shape.canBeAbsent ? undefined : []
  if (shape.kind === 'array') return Array.isArray(value) ? misfitAmong(value.keys(), () => shape.element, value) : []
  if (shape.kind !== 'object') return shape.kind === undefined || typeof value === shape.kind ? undefined : []
  if (typeof value !== 'object' || Array.isArray(value)) return []
  return misfitAmong(Object.keys(shape.shape ?? {}), name => shape.shape?.[name], value)
}

function misfitAmong<Name extends string | number>(
  names: Iterable<Name>,
  shapeOf: (name: Name) => Shape | undefined,
  value: object,
): string[] | undefined {
  for (const name of names) {
    const wrong = misfit(shapeOf(name) ?? any, (value as Record<Name, unknown>)[name])
    if (wrong) return [String(name), ...wrong]
  }
  return undefined
}
