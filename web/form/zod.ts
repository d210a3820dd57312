/**
 * Stands in for zod in the browser's bundle. There the contracts say which fields go into the address and which into the
 * body, and roughly what an answer looks like: `misfit` knows lists, objects with their fields, and plain values by their type. What a
 * member may type is checked by the server, whose answer names the fields. That leaves 25 KB (gzip) out of every first visit. A test
 * compares it with zod over all contracts.
 */
type Fields = Record<string, Shape>
export type Shape = {
  kind: 'any' | 'nothing' | 'string' | 'number' | 'boolean' | 'array' | 'object'
  /** The fields of an object. */
  shape?: Fields
  /** What an array consists of. */
  element?: Shape
  canBeNull?: boolean
  canBeAbsent?: boolean
}

const each = (shape: Shape, change: (field: Shape, name: string) => Shape | null): Shape => {
  const fields = Object.entries(shape.shape ?? {}).map(([name, field]) => [name, change(field, name)] as const)
  return { ...shape, shape: Object.fromEntries(fields.filter(([, field]) => field)) as Fields }
}
const extend = (shape: Shape, more: Fields): Shape => ({ ...shape, shape: { ...shape.shape, ...more } })
const optional = (shape: Shape): Shape => made({ ...shape, canBeAbsent: true })
const anything = (): Shape => ({ kind: 'any' })

/** What makes another shape of a shape. Every other method only narrows what is accepted, and that is the server's to check. */
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

function made(shape: Shape): Shape {
  const self: Shape = new Proxy(shape, {
    get(_, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined
      if (name in shape || name.startsWith('canBe')) return shape[name as keyof Shape]
      if (/parse/i.test(name)) throw new Error('Shapes are checked by the server, not in the browser.')
      const derive = derived[name]
      return derive ? (given: never) => made(derive(shape, given)) : () => self
    },
  })
  return self
}

const any = made(anything())
const text = made({ kind: 'string' })
const [string, number, boolean] = [() => text, () => made({ kind: 'number' }), () => made({ kind: 'boolean' })]
const object = (shape: Fields = {}) => made({ kind: 'object', shape })
const ZodObject = {
  [Symbol.hasInstance]: (one: Partial<Shape>) => one?.kind === 'object' && !one.canBeNull && !one.canBeAbsent,
}

const known: Record<string, unknown> = {
  object,
  strictObject: object,
  looseObject: object,
  ZodObject,
  array: (element: Shape) => made({ kind: 'array', element }),
  null: () => made({ kind: 'nothing' }),
  string,
  email: string,
  uuid: string,
  enum: string,
  // Groups of functions rather than functions: `z.iso.date()`.
  iso: text,
  coerce: any,
  number,
  int: number,
  boolean,
}

export const z = new Proxy(known, { get: (_, name) => known[name as string] ?? (() => any) })
export default z

/**
 * The way to the first part of a value that is not of this shape, or undefined if all of it is. Every row of a list is looked at:
 * 500 rows with 25 fields each take about a millisecond, and one wrong row breaks a screen as well as the first.
 */
export function misfit(shape: Shape, value: unknown): string[] | undefined {
  // Where nothing is due nobody reads what came instead.
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
