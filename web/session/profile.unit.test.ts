import { afterEach, expect, test, vi } from 'vitest'
import { loadProfile } from './profile.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A server that gives these answers in turn; tells what it was asked. */
function serverSays(...answers: [status: number, body: unknown][]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`)
    const [status, body] = answers[asked.length - 1] ?? [500, {}]
    return new Response(JSON.stringify(body), { status })
  })
  return asked
}

test('a profile that is there is read, and that is all', { tags: ['AUTH-50'] }, async () => {
  const asked = serverSays([200, { full_name: 'Ada' }])
  expect(await loadProfile()).toEqual({ full_name: 'Ada' })
  expect(asked).toEqual(['GET /api/profile'])
})

test('a missing profile is made, and read again', { tags: ['AUTH-55', 'AUTH-56'] }, async () => {
  const asked = serverSays([404, { error: 'none' }], [201, { id: 1 }], [200, { full_name: 'Ada' }])
  expect(await loadProfile()).toEqual({ full_name: 'Ada' })
  expect(asked).toEqual(['GET /api/profile', 'POST /api/profile', 'GET /api/profile'])
})

test('where none can be made there is none, and only the log says why', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  serverSays([404, { error: 'none' }], [500, { error: 'no' }])
  expect(await loadProfile()).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
})

test('another failure is no missing profile: nothing is made', async () => {
  const asked = serverSays([500, { error: 'broken' }])
  await expect(loadProfile()).rejects.toThrow('broken')
  expect(asked).toEqual(['GET /api/profile'])
})
