/**
 * Stands in for zod in the browser's bundle. There the contracts only say which fields go into the address and which into
 * the body; checking is the server's, whose answer names the fields. That leaves 25 KB (gzip) out of every first visit. A test
 * compares it with zod over all contracts.
 */
type Shape = Record<string, unknown>

class ZodObject {
  readonly shape: Shape
  constructor(shape: Shape) {
    this.shape = shape
  }
  extend = (more: Shape) => object({ ...this.shape, ...more })
  safeExtend = this.extend
  pick = (names: Shape) => object(only(this.shape, name => name in names))
  omit = (names: Shape) => object(only(this.shape, name => !(name in names)))
  // These change what is accepted, not which fields there are.
  partial = () => object(this.shape)
  required = this.partial
  strict = this.partial
  loose = this.partial
  refine = this.partial
  superRefine = this.partial
  check = this.partial
  meta = this.partial
  describe = this.partial
}

const only = (shape: Shape, wanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => wanted(name)))

/** Any other shape: whatever is asked of it, it is still a shape. */
const something: unknown = new Proxy(() => {}, {
  get: (_, name) => answer(name),
  apply: () => something,
})

function answer(name: string | symbol) {
  if (name === 'parse' || name === 'safeParse') throw new Error('Shapes are checked by the server, not in the browser.')
  return typeof name === 'symbol' || name === 'then' ? undefined : something
}

const object = (shape: Shape = {}) =>
  new Proxy(new ZodObject(shape), { get: (target, name) => Reflect.get(target, name) ?? answer(name) })

const known: Shape = { object, strictObject: object, looseObject: object, ZodObject }

export const z = new Proxy(known, { get: (_, name) => known[name as string] ?? answer(name) })
export default z
