import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'

const slices = globSync('features/*/contract.ts').map(file => basename(dirname(file)))

/** Which fields each endpoint of every contract takes, and where: what the browser needs to know of a shape. */
async function fieldsOfAll() {
  vi.resetModules()
  const { z } = await import('zod')
  const names = (shape: unknown) => (shape instanceof z.ZodObject ? Object.keys(shape.shape).sort() : [])
  const found: Record<string, unknown> = {}
  for (const slice of slices) {
    const exported: Record<string, Partial<Endpoint>> = await import(`../features/${slice}/contract.ts`)
    for (const one of Object.values(exported))
      if (one && typeof one === 'object' && 'method' in one && typeof one.path === 'string')
        found[`${one.method} ${one.path}`] = {
          params: names(one.params),
          query: names(one.query),
          body: names(one.body),
          access: one.access,
        }
  }
  return found
}

test('the stand-in for zod knows the fields of every endpoint as zod does', async () => {
  const real = await fieldsOfAll()
  vi.doMock('zod', () => import('./zod.ts'))
  const light = await fieldsOfAll()
  expect(Object.keys(real).length).toBeGreaterThan(5)
  expect(real['POST /api/auth/sign-in']).toMatchObject({ body: ['email', 'password'] })
  expect(light).toEqual(real)
})

test('derived shapes keep, lose and gain their fields', async () => {
  const { z } = (await import('./zod.ts')) as unknown as typeof import('zod')
  const shape = z.object({ a: z.string(), b: z.int() })
  expect(Object.keys(shape.extend({ c: z.string() }).omit({ a: true }).partial().shape)).toEqual(['b', 'c'])
  expect(Object.keys(shape.pick({ a: true }).refine(() => true).shape)).toEqual(['a'])
  expect(shape.optional() instanceof z.ZodObject).toBe(false)
})

test('whoever would check a shape in the browser learns that it is not there', async () => {
  const { z } = (await import('./zod.ts')) as unknown as typeof import('zod')
  expect(() => z.string().min(3).parse('x')).toThrow('checked by the server')
  expect(() => z.object({}).safeParse({})).toThrow('checked by the server')
})
