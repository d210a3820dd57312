import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent, updateEvent } from '../../features/events/contract.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const text = Buffer.from('Notes on pricing')
const evening = { title: 'Pitches', description: 'Six.', location: 'mHUB', event_date: '2030-06-01' }

const files: Record<string, () => Promise<string>> = {
  async picture() {
    const { json } = await ada.asks('PUT', '/api/profile/avatar', dot, { 'content-type': 'image/gif' })
    return (json as { avatar_url: string }).avatar_url
  },
  async 'file of the library'() {
    const headers = { 'content-type': 'application/octet-stream' }
    const { json } = await ada.asks('POST', '/api/resource-files?title=Notes&name=notes.txt', text, headers)
    return (json as { url: string }).url
  },
  'starter file': async () => '/api/resource-files/starter/cap-table.xlsx',
  async 'calendar file'() {
    return `/api/direct-events/${(await ada.does(createEvent, evening)).id}/calendar.ics`
  },
}

describe.each(Object.entries(files))('a %s', (_, make) => {
  test('HEAD has the headers of GET', async () => {
    const url = await make()
    const [{ headers: whole }, head] = [await bob.asks('GET', url), await bob.asks('HEAD', url)]
    expect(head).toMatchObject({ status: 200, text: '' })
    const { 'x-request-id': _, date: __, ...same } = whole
    expect(head.headers).toMatchObject(same)
    expect(Number(whole['content-length'])).toBeGreaterThan(0)
    expect(whole.etag).toMatch(/^"[\w.-]+"$/)
  })

  test('a browser that has it cached gets 304 without a body', async () => {
    const url = await make()
    const { headers } = await bob.asks('GET', url)
    const tag = String(headers.etag)
    for (const known of [tag, `W/${tag}`, `"another", ${tag}`, '*']) {
      const asked = { 'if-none-match': known }
      const answer = await bob.asks('GET', url, undefined, asked)
      expect(answer, known).toMatchObject({ status: 304, text: '' })
      expect(answer.headers).toMatchObject({ etag: tag, 'cache-control': headers['cache-control'] })
      expect((await bob.asks('HEAD', url, undefined, asked)).status).toBe(304)
      // If-None-Match takes precedence over Range.
      expect((await bob.asks('GET', url, undefined, { ...asked, range: 'bytes=0-1' })).status).toBe(304)
    }
    expect((await bob.asks('GET', url, undefined, { 'if-none-match': '"another"' })).status).toBe(200)
  })

  test('without a session both are refused', async () => {
    const url = await make()
    const tag = String((await bob.asks('GET', url)).headers.etag)
    expect(await server.visitor.tries('HEAD', url)).toBe(401)
    expect((await server.visitor.asks('GET', url, undefined, { 'if-none-match': tag })).status).toBe(401)
  })
})

test('304 does not read the file', async () => {
  const url = (await files['file of the library']?.()) ?? ''
  const { headers } = await bob.asks('GET', url)
  rmSync(join(server.config.dataDir, 'files/resources'), { recursive: true })
  expect((await bob.asks('GET', url, undefined, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  expect(await bob.tries('GET', url)).toBe(404)
})

test('a conditional request for a missing file is 404', async () => {
  const name = `${'x'.repeat(22)}.webp`
  const asked = { 'if-none-match': `"${name}"` }
  expect((await bob.asks('GET', `/api/files/${name}`, undefined, asked)).status).toBe(404)
  expect(await bob.tries('HEAD', `/api/files/${name}`)).toBe(404)
  expect(
    (await bob.asks('GET', '/api/resource-files/starter/none.md', undefined, { 'if-none-match': '*' })).status,
  ).toBe(404)
})

test('a changed event has a new ETag for its calendar file', async () => {
  const { id } = await ada.does(createEvent, evening)
  const url = `/api/direct-events/${id}/calendar.ics`
  const asked = { 'if-none-match': String((await bob.asks('GET', url)).headers.etag) }
  await ada.does(updateEvent, { id, title: 'Eight pitches' })
  expect((await bob.asks('GET', url, undefined, asked)).status).toBe(200)
})
