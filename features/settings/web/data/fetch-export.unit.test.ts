import { afterEach, expect, test, vi } from 'vitest'
import { fetchExport } from './fetch-export.ts'

afterEach(() => void vi.unstubAllGlobals())

/** The result for a response with this body and type. */
async function exportFrom(body: string | null, headers: Record<string, string>, status = 200) {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }))
  return fetchExport().then(
    file => file.text(),
    (error: Error) => error.message,
  )
}

test('the ZIP file is taken, and anything else in its place is not saved as one', async () => {
  const otherwise = 'The server gave an answer that is not a ZIP file.'
  expect(await exportFrom('PK', { 'content-type': 'application/zip' })).toBe('PK')
  expect(await exportFrom('<!doctype html>', { 'content-type': 'text/html' })).toBe(otherwise)
  expect(await exportFrom('{}', { 'content-type': 'application/json' })).toBe(otherwise)
  expect(await exportFrom(null, {}, 204)).toBe(otherwise)
})
