import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { handlers } from '../../server/slices.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

type Content = Record<string, object>
type Operation = {
  parameters: { name: string; in: string }[]
  requestBody?: { description?: string; content: Content }
  responses: Record<string, { content?: Content }>
}

let server: TestServer
let ada: Member
let paths: Record<string, Record<string, Operation>>
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  paths = (await ada.reads<{ paths: typeof paths }>('/api/openapi.json')).paths
})
afterAll(() => server.close())

const operation = (verb: string, path: string) => {
  const found = paths[path]?.[verb]
  if (!found) throw new Error(`${verb} ${path} is not described`)
  return found
}
const sent = (verb: string, path: string, status = 200) =>
  Object.keys(operation(verb, path).responses[status]?.content ?? {})

const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('a picture is uploaded as raw bytes of five media types, answered as JSON, and downloaded as WebP', async () => {
  const upload = operation('put', '/api/profile/avatar')
  expect(upload.requestBody).toEqual({
    description: 'The file itself, of at most 5 MiB',
    required: true,
    content: { 'image/jpeg': {}, 'image/png': {}, 'image/webp': {}, 'image/gif': {}, 'image/avif': {} },
  })
  expect(sent('put', '/api/profile/avatar')).toEqual(['application/json'])
  expect(sent('get', '/api/files/{name}')).toEqual(['image/webp'])
  const { json } = await ada.asks('PUT', '/api/profile/avatar', dot, { 'content-type': 'image/gif' })
  const picture = await ada.asks('GET', (json as { avatar_url: string }).avatar_url)
  expect(picture.headers['content-type']).toBe('image/webp')
})

test('a shared file is uploaded as raw bytes of any type, and downloaded whole or by range with the type of its name', async () => {
  expect(operation('post', '/api/resource-files').requestBody).toEqual({
    description: 'The file itself, of at most 20 MiB',
    required: true,
    content: { '*/*': {} },
  })
  const download = '/api/resource-files/{key}/{name}'
  expect(sent('get', download)).toEqual(expect.arrayContaining(['application/pdf', 'text/plain; charset=utf-8']))
  expect(Object.keys(operation('get', download).responses)).toEqual(['200', '206', '304', '416', 'default'])
  const made = await ada.asks('POST', '/api/resource-files?title=Notes&name=notes.txt', Buffer.from('Notes'), {
    'content-type': 'application/octet-stream',
  })
  const { url } = made.json as { url: string }
  const whole = await ada.asks('GET', url)
  expect(sent('get', download)).toContain(whole.headers['content-type'])
  expect((await ada.asks('GET', url, undefined, { range: 'bytes=0-1' })).status).toBe(206)
  expect((await ada.asks('GET', url, undefined, { range: 'bytes=99-' })).status).toBe(416)
})

test('the export is a ZIP file and an event a calendar file', async () => {
  expect(sent('get', '/api/account/export')).toEqual(['application/zip'])
  expect((await ada.asks('GET', '/api/account/export')).headers['content-type']).toBe('application/zip')
  expect(sent('get', '/api/direct-events/{id}/calendar.ics')).toEqual(['text/calendar'])
  const { json } = await ada.asks('POST', '/api/direct-events', {
    title: 'Office hours',
    description: 'Bring a question.',
    location: '1871, Merchandise Mart',
    event_date: '2030-05-01',
  })
  const file = await ada.asks('GET', `/api/direct-events/${(json as { id: number }).id}/calendar.ics`)
  expect(file.headers['content-type']).toMatch(/^text\/calendar;/)
})

test('the live stream is an event stream; a probe answers 204', async () => {
  const live = operation('get', '/api/live')
  expect(live.parameters.map(parameter => `${parameter.in} ${parameter.name}`)).toEqual(['query since', 'query probe'])
  expect(sent('get', '/api/live')).toEqual(['text/event-stream'])
  expect(Object.keys(live.responses)).toEqual(['200', '204', 'default'])
  expect(await ada.tries('GET', '/api/live?probe=1')).toBe(204)
  const stop = new AbortController()
  const stream = await fetch(`${await server.listen()}/api/live`, {
    headers: { cookie: ada.cookies },
    signal: stop.signal,
  })
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  stop.abort()
})

test('every upload or download declares its media types', () => {
  const files = handlers.filter(handler => handler.upload || handler.sendsFile)
  expect(files.length).toBeGreaterThan(3)
  for (const { endpoint, upload } of files)
    expect(`${endpoint.path} ${upload ? endpoint.files.takes : endpoint.files.sends}`).not.toMatch(/ undefined$/)
  for (const { endpoint, upload } of handlers) if (endpoint.files.takes) expect(upload).toBeDefined()
})

test('every endpoint is described once, with its answer and its errors', () => {
  for (const { endpoint } of handlers) {
    const { responses } = operation(endpoint.method.toLowerCase(), endpoint.path.replace(/:(\w+)/g, '{$1}'))
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([String(endpoint.status), 'default']))
  }
})
