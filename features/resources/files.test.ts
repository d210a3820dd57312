import { once } from 'node:events'
import { existsSync, readdirSync, truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Resource } from './contract.ts'
import { MAX_BYTES } from './shared/files.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const pdf = Buffer.from(`%PDF-1.7\n${'A page of numbers. '.repeat(50)}`)
const upload = (who: Member, name: string, bytes: Buffer, more: Record<string, string> = {}) =>
  who.asks('POST', `/api/resource-files?${new URLSearchParams({ title: 'Numbers', name, ...more })}`, bytes, {
    'content-type': 'application/octet-stream',
  })
const fetchFile = (who: Member, url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { cookie: who.cookies, ...headers } })
const inStore = () => {
  const folder = join(server.config.dataDir, 'files/resources')
  return existsSync(folder) ? readdirSync(folder) : []
}
const rows = () => server.owner.rows(sql`select * from resource_files`)

test('a text file with a zero byte is refused', async () => {
  expect((await upload(ada, 'x.txt', Buffer.from([0]))).status).toBe(415)
})

test('a stored file whose size changed gives 503', async () => {
  const before = new Set(inStore())
  const { url } = (await upload(ada, 'plan.pdf', pdf)).json as Resource
  const [added = ''] = inStore().filter(name => !before.has(name))
  for (const size of [10, pdf.length + 10]) {
    truncateSync(join(server.config.dataDir, 'files/resources', added), size)
    expect((await fetchFile(bob, url)).statusCode).toBe(503)
  }
  truncateSync(join(server.config.dataDir, 'files/resources', added), 10)
  expect((await fetchFile(bob, url, { range: 'bytes=5-20' })).statusCode).toBe(503)
  truncateSync(join(server.config.dataDir, 'files/resources', added), pdf.length)
  expect((await fetchFile(bob, url)).statusCode).toBe(200)
})

test('Ada uploads a file, Bob downloads it under its name, byte for byte', { tags: ['RES-26'] }, async () => {
  const answer = await upload(ada, 'Café budget (final).PDF', pdf, { category: 'finance', description: 'For 2026' })
  expect(answer.status).toBe(201)
  const shared: Resource = answer.json
  expect(shared).toMatchObject({
    title: 'Numbers',
    category: 'finance',
    description: 'For 2026',
    file_size: pdf.length,
    can_edit: true,
  })
  expect(shared.url).toMatch(/^\/api\/resource-files\/[\w-]{22}\/Cafe-budget-final\.pdf$/)
  const file = await fetchFile(bob, shared.url)
  expect(file.rawPayload.equals(pdf)).toBe(true)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'content-disposition':
      'attachment; filename="Cafe-budget-final.pdf"; filename*=UTF-8\'\'Caf%C3%A9%20budget%20%28final%29.PDF',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  expect(String(file.headers['content-security-policy'])).toContain('sandbox')
  expect(await server.visitor.tries('GET', shared.url)).toBe(401)
  expect(await bob.tries('GET', `/api/resource-files/${'x'.repeat(22)}/a.pdf`)).toBe(404)
})

test('invisible characters are removed from file names', async () => {
  const name = 'evil\u202etxt\u2066\u200b\u0007.pdf'
  const { url } = (await upload(ada, name, pdf)).json as Resource
  const named = (answer: Awaited<ReturnType<typeof fetchFile>>) => String(answer.headers['content-disposition'])
  expect(named(await fetchFile(bob, url))).toBe(`attachment; filename="eviltxt.pdf"; filename*=UTF-8''eviltxt.pdf`)
  // As an earlier version stored it.
  await server.owner.run(sql`update resource_files set name = ${name} where name = 'eviltxt.pdf'`)
  expect(named(await fetchFile(bob, url))).toMatch(/filename\*=UTF-8''eviltxt\.pdf$/)
  expect((await upload(ada, 'evil\u202efdp.exe', pdf)).status).toBe(415)
})

test('files with unusual names can be downloaded under their name', async () => {
  const names = [
    `${'㎭'.repeat(100)}.txt`,
    `${'½'.repeat(150)}.md`,
    `${'㎯'.repeat(195)}.docx`,
    `${'a'.repeat(196)}.txt`,
    `${'a '.repeat(97)}b.docx`,
    `${'é'.repeat(197)}.md`,
    `${'人'.repeat(196)}.csv`,
    `${'😀'.repeat(98)}.txt`,
    '.txt',
  ]
  for (const name of names) {
    const bytes = name.endsWith('docx') ? Buffer.from('PK\x03\x04word/document.xml') : Buffer.from('Notes')
    const answer = await upload(ada, name, bytes)
    expect(answer.status, name).toBe(201)
    const { url } = answer.json as Resource
    const file = await fetchFile(bob, url)
    expect([file.statusCode, file.rawPayload.equals(bytes)], url).toEqual([200, true])
    expect(file.headers['content-disposition']).toContain(`; filename*=UTF-8''${encodeURIComponent(name)}`)
    expect(url.split('.').at(-1)).toBe(name.split('.').at(-1))
  }
  expect((await upload(ada, `${'a'.repeat(197)}.txt`, Buffer.from('Notes'))).status).toBe(400)
})

test('a download can be resumed with Range', async () => {
  const { url } = (await upload(ada, 'a.pdf', pdf)).json as Resource
  const part = await fetchFile(bob, url, { range: 'bytes=10-19' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${pdf.length}`])
  expect(part.rawPayload.equals(pdf.subarray(10, 20))).toBe(true)
  const rest = await fetchFile(bob, url, { range: 'bytes=20-', 'if-range': String(part.headers.etag) })
  expect(rest.rawPayload.equals(pdf.subarray(20))).toBe(true)
  expect((await fetchFile(bob, url, { range: 'bytes=20-', 'if-range': '"another"' })).statusCode).toBe(200)
  const beyond = await fetchFile(bob, url, { range: 'bytes=999999-' })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${pdf.length}`])
})

test('refused files give a message, and nothing is stored', async () => {
  const [fileCount, rowCount] = [inStore().length, (await rows()).length]
  const refused = async (name: string, bytes: Buffer) => {
    const { status, json } = await upload(ada, name, bytes)
    return `${status} ${(json as { error: string }).error}`
  }
  expect(await refused('virus.exe', pdf)).toMatch(/^415 This type of file is not accepted/)
  expect(await refused('page.html', pdf)).toMatch(/^415 This type of file is not accepted/)
  expect(await refused('noextension', pdf)).toMatch(/^415/)
  expect(await refused('a.pdf', Buffer.from('<html>'))).toBe(
    '415 This file is not what its name says: it does not look like a pdf file.',
  )
  expect(await refused('a.docx', Buffer.from('PK\x03\x04 but no document'))).toMatch(/^415 This file is not/)
  expect(await refused('a.doc', pdf)).toMatch(/^415 This file is not/)
  expect(await refused('a.txt', Buffer.from([1, 0, 2, 0]))).toMatch(/^415 This file is not/)
  expect(await refused('a.pdf', Buffer.alloc(0))).toBe('400 The file is empty.')
  expect(await refused('a.pdf', Buffer.alloc(MAX_BYTES + 1, '%PDF-'))).toMatch(/^413/)
  expect((await upload(ada, 'a.pdf', pdf, { title: '' })).status).toBe(400)
  expect((await upload(ada, '../../../etc/passwd.pdf', pdf)).json).toMatchObject({
    url: expect.stringMatching(/\/passwd\.pdf$/),
  })
  expect([inStore().length, (await rows()).length]).toEqual([fileCount + 1, rowCount + 1])
})

test('every accepted type is stored, up to the size limit', async () => {
  const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 1])
  const zip = (part = '') => Buffer.from(`PK\x03\x04${part}`)
  const files: [string, Buffer][] = [
    ['a.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(MAX_BYTES - 5)])],
    ['a.doc', old],
    ['a.docx', zip('word/document.xml')],
    ['a.xls', old],
    ['a.xlsx', zip('xl/workbook.xml')],
    ['a.ppt', old],
    ['a.pptx', zip('ppt/presentation.xml')],
    ['a.zip', zip()],
    ['a.txt', Buffer.from('Grüße')],
    ['a.csv', Buffer.from('a;b\n1;2')],
    ['a.md', Buffer.from('# A')],
  ]
  for (const [name, bytes] of files) expect((await upload(ada, name, bytes)).status, name).toBe(201)
})

test('an aborted upload leaves no file and no row', async () => {
  const [fileCount, rowCount] = [inStore().length, (await rows()).length]
  const address = new URL(await server.listen())
  const socket = connect(Number(address.port), address.hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /api/resource-files?title=Broken&name=a.pdf HTTP/1.1\r\nHost: ${address.host}\r\nCookie: ${ada.cookies}\r\n` +
      `Content-Type: application/octet-stream\r\nContent-Length: ${pdf.length}\r\n\r\n`,
  )
  socket.write(pdf.subarray(0, 100))
  socket.resume().end()
  // The server closes the connection when it is done.
  await once(socket, 'close')
  expect([inStore().length, (await rows()).length]).toEqual([fileCount, rowCount])
})

test('a failed insert leaves no file', async () => {
  const fileCount = inStore().length
  await server.owner.run(sql`alter table resource_files add constraint full_up check (size <> 99) not valid`)
  const bytes = Buffer.from(`%PDF-${'x'.repeat(94)}`)
  expect((await upload(ada, 'a.pdf', bytes)).status).toBe(400)
  expect(inStore()).toHaveLength(fileCount)
  expect(await server.owner.rows(sql`select 1 from resource_files where size = 99`)).toEqual([])
})

test('removing a resource removes its file; the URL of an uploaded file cannot be changed', async () => {
  const { id, url } = (await upload(ada, 'a.pdf', pdf)).json as Resource
  expect(await ada.tries('PATCH', `/api/resources/${id}`, { url: 'https://elsewhere.example' })).toBe(400)
  const fileCount = inStore().length
  expect(await ada.tries('DELETE', `/api/resources/${id}`)).toBe(204)
  await expect.poll(() => inStore().length).toBe(fileCount - 1)
  expect(await bob.tries('GET', url)).toBe(404)
})

test('a member cannot add a file to a resource of another', async () => {
  const { id } = (await ada.asks('POST', '/api/resources', { title: 'T', url: 'https://x.example' })).json as Resource
  await expect(
    bob.sql(
      sql`insert into resource_files (key, resource_id, name, size) values (${'k'.repeat(22)}, ${id}, 'a.pdf', 1)`,
    ),
  ).rejects.toThrow('row-level security')
})
