import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { misfit, Shape } from './zod.ts'

const files = globSync('features/*/*contract.ts').map(file => [basename(dirname(file)), basename(file, '.ts')])

type Zod = typeof import('zod')
type Outline = string | { [name: string]: Outline } | Outline[]

/** A zod shape, reduced to the replacement's kinds. */
function realOutline(shape: unknown): Outline {
  const { def } = (shape as { _zod: { def: Record<string, unknown> & { type: string } } })._zod
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape as object).map(([name, field]) => [name, realOutline(field)]))
  if (def.type === 'array') return [realOutline(def.element)]
  if (def.type === 'nullable') return ['or null', realOutline(def.innerType)]
  if (def.type === 'optional') return ['or absent', realOutline(def.innerType)]
  if (def.type === 'null') return 'nothing'
  if (def.type === 'enum') return 'string'
  return ['string', 'number', 'boolean'].includes(def.type) ? def.type : 'any'
}

function lightOutline({ kind, shape, element, canBeNull, canBeAbsent }: Shape): Outline {
  if (canBeAbsent) return ['or absent', lightOutline({ kind, shape, element, canBeNull })]
  if (canBeNull) return ['or null', lightOutline({ kind, shape, element })]
  if (kind === 'array') return [lightOutline(element as Shape)]
  if (kind !== 'object') return kind
  return Object.fromEntries(Object.entries(shape ?? {}).map(([name, field]) => [name, lightOutline(field)]))
}

/** What the browser uses of each endpoint: the field names of its input and the outline of its reply. */
async function contracts(outline: (shape: never) => Outline) {
  vi.resetModules()
  const { z } = await import('zod')
  const names = (shape: unknown) => (shape instanceof z.ZodObject ? Object.keys(shape.shape).sort() : [])
  const found: Record<string, unknown> = {}
  for (const [slice, name] of files) {
    const exported: Record<string, Partial<Endpoint>> = await import(`../../features/${slice}/${name}.ts`)
    for (const endpoint of Object.values(exported))
      if (endpoint && typeof endpoint === 'object' && 'method' in endpoint && typeof endpoint.path === 'string')
        found[`${endpoint.method} ${endpoint.path}`] = {
          params: names(endpoint.params),
          query: names(endpoint.query),
          body: names(endpoint.body),
          access: endpoint.access,
          reply: outline(endpoint.reply as never),
        }
  }
  return found
}

/** The browser's replacement, with zod's type. */
const light = async () => (await import('./zod.ts')) as unknown as Zod & { misfit: typeof misfit }

test('the replacement has the same fields and reply outlines as zod for every endpoint', async () => {
  const real = await contracts(realOutline)
  vi.doMock('zod', () => import('./zod.ts'))
  const replacement = await contracts(lightOutline)
  expect(Object.keys(real).length).toBeGreaterThan(60)
  expect(real['POST /api/auth/sign-in']).toMatchObject({ body: ['email', 'password'] })
  expect(real['GET /api/auth/session']).toMatchObject({ reply: { user: ['or null', { email: 'string' }] } })
  expect(replacement).toEqual(real)
})

test('extend, omit, pick and partial change the fields', async () => {
  const { z } = await light()
  const shape = z.object({ a: z.string(), b: z.int() })
  expect(Object.keys(shape.extend({ c: z.string() }).omit({ a: true }).partial().shape)).toEqual(['b', 'c'])
  expect(Object.keys(shape.pick({ a: true }).refine(() => true).shape)).toEqual(['a'])
  expect(shape.optional() instanceof z.ZodObject).toBe(false)
})

test('parsing in the browser throws', async () => {
  const { z } = await light()
  expect(() => z.string().min(3).parse('x')).toThrow('checked by the server')
  expect(() => z.object({}).safeParse({})).toThrow('checked by the server')
})

test('misfit returns the path of the first part that does not match', async () => {
  const { z, misfit } = await light()
  const Row = z.object({
    id: z.int(),
    name: z.string().nullable(),
    tags: z.array(z.string()),
    note: z.string().optional(),
  })
  const pathOf = (shape: unknown, value: unknown) => misfit(shape as Shape, value)?.join('.')
  const row = { id: 1, name: null, tags: ['a'] }
  expect(pathOf(Row, row)).toBeUndefined()
  expect(pathOf(Row, { ...row, note: 'x', more: true })).toBeUndefined()
  expect(pathOf(Row, { ...row, name: undefined })).toBe('name')
  expect(pathOf(Row, { ...row, note: null })).toBe('note')
  expect(pathOf(Row, { ...row, tags: 'a' })).toBe('tags')
  expect(pathOf(Row, { ...row, tags: ['a', {}] })).toBe('tags.1')
  expect(pathOf(z.array(Row), [row, row, { ...row, id: '1' }])).toBe('2.id')
  for (const wrong of [null, undefined, {}, 'text', [null], [[]], 7]) expect(pathOf(z.array(Row), wrong)).toBeDefined()
  for (const wrong of [null, undefined, [], 'text', {}, 7]) expect(pathOf(Row, wrong)).toBeDefined()
  expect(pathOf(z.array(Row), [])).toBeUndefined()
  expect(pathOf(Row.nullable(), null)).toBeUndefined()
  expect(pathOf(Row.pick({ id: true }), { id: 1 })).toBeUndefined()
  expect(pathOf(Row.partial(), {})).toBeUndefined()
  for (const whatever of [null, {}, 'text']) expect(pathOf(z.null(), whatever)).toBeUndefined()
  for (const whatever of [null, {}, 'text']) expect(pathOf(z.unknown(), whatever)).toBeUndefined()
})
