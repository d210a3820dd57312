import { afterEach, expect, test, vi } from 'vitest'
import { loadProfile } from './profile.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Stubs fetch with these responses in turn; returns the requests. */
function stubServer(...answers: [status: number, body: unknown][]) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url}`)
    const [status, body] = answers[requests.length - 1] ?? [500, {}]
    return new Response(JSON.stringify(body), { status })
  })
  return requests
}

test('a profile that is there is read, and that is all', { tags: ['AUTH-50'] }, async () => {
  const requests = stubServer([200, { full_name: 'Ada' }])
  expect(await loadProfile()).toEqual({ full_name: 'Ada' })
  expect(requests).toEqual(['GET /api/profile'])
})

test('a missing profile is made, and read again', { tags: ['AUTH-55', 'AUTH-56'] }, async () => {
  const requests = stubServer([404, { error: 'none' }], [201, { id: 1 }], [200, { full_name: 'Ada' }])
  expect(await loadProfile()).toEqual({ full_name: 'Ada' })
  expect(requests).toEqual(['GET /api/profile', 'POST /api/profile', 'GET /api/profile'])
})

test('a profile that cannot be created is null, and only the log has the reason', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  stubServer([404, { error: 'none' }], [500, { error: 'no' }])
  expect(await loadProfile()).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
})

test('after any other error no profile is created', async () => {
  const requests = stubServer([500, { error: 'broken' }])
  await expect(loadProfile()).rejects.toThrow('broken')
  expect(requests).toEqual(['GET /api/profile'])
})
