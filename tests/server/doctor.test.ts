import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { cert, key } from './localhost-certificate.ts'
import { smtpServer } from './smtp.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
let server: TestServer
let settings: Record<string, string>
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { SECRET_KEY } })
  const { port } = new URL(await server.listen())
  settings = {
    DATABASE_URL: server.config.databaseUrl ?? '',
    DATA_DIR: server.config.dataDir,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET_KEY,
  }
})
afterAll(() => server.close())

/** Runs the command as an operator does, with these settings only. */
const doctor = (more: Record<string, string> = {}) =>
  new Promise<{ code: number; text: string }>(resolve => {
    const env = { PATH: process.env.PATH, ...settings, ...more }
    execFile(process.execPath, ['scripts/doctor.ts'], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })

test('a healthy server has no problem, and nothing is changed', async () => {
  const smtp = await smtpServer()
  const { code, text } = await doctor({ SMTP_URL: smtp.url, MAIL_FROM: 'The Community <hello@example.com>' })
  expect(text).toMatch(/^ok +Database: PostgreSQL \d+/m)
  expect(text).toMatch(/^ok +Tables: all \d+ migration steps are applied\.$/m)
  expect(text).toMatch(/^ok +Key: it decrypts the secrets in the database\.$/m)
  expect(text).toMatch(/^ok +Mail: .* accepts us; mails are from The Community <hello@example\.com>\.$/m)
  expect(text).toMatch(/^ok +Address: .* answers, and its clock agrees with ours\.$/m)
  expect(text).toMatch(/^ok +Disk: /m)
  expect(text).toMatch(/^ok +Backups: the first is made tonight\.$/m)
  // The PostgreSQL that the tests start has fsync off, for speed.
  const { fsync } = await server.owner.one<{ fsync: string }>(sql`select current_setting('fsync') as fsync`)
  const problems = text.split('\n').filter(line => line.startsWith('problem'))
  expect(problems).toEqual(fsync === 'on' ? [] : [expect.stringContaining('fsync or full_page_writes off')])
  expect(code).toBe(problems.length)
  expect(smtp.letters).toEqual([])
})

test('each problem is told with a remedy, and no secret is printed', async () => {
  await server.owner.run(
    sql`insert into outbox (recipient, subject, body, created_at) values ('a@example.com', 'Hello', 'Text', now() - interval '1 hour')`,
  )
  onTestFinished(async () => void (await server.owner.run(sql`delete from outbox`)))
  const { code, text } = await doctor({
    SECRET_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://someone:hunter2secret@127.0.0.1:1',
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'topsecretvalue',
    PUBLIC_URL: 'http://community.localhost:1',
  })
  expect(code).toBe(1)
  expect(text).toMatch(/^problem +The key does not decrypt the secrets in the database/m)
  expect(text).toMatch(/^problem +The mail server 127\.0\.0\.1:1 does not accept us: .*ECONNREFUSED/m)
  expect(text).toMatch(/^problem +1 mail has waited for more than 15 minutes/m)
  expect(text).toMatch(/^problem +The bucket files does not store a file\.\n +Check S3_ENDPOINT/m)
  expect(text).toMatch(/^problem +Members use http:\/\/community\.localhost:\d+ without https/m)
  expect(text).not.toMatch(/hunter2secret|topsecretvalue/)
})

test('nightly backups that are off, and the last one too old', async () => {
  expect((await doctor({ BACKUP_TO: 'off' })).text).toMatch(/^warning +There are no nightly backups/m)
  await server.owner.run(
    sql`insert into backups (made_at, place, bytes, is_encrypted) values (now() - interval '3 days', 'here', 1, false)`,
  )
  onTestFinished(async () => void (await server.owner.run(sql`delete from backups`)))
  expect((await doctor()).text).toMatch(/^problem +The last backup is of \d{4}-\d\d-\d\dT\d\d:\d\d UTC\.$/m)
})

test('a database that cannot be reached is told, and the other checks go on', async () => {
  const { code, text } = await doctor({ DATABASE_URL: 'postgres://nobody:hunter2secret@127.0.0.1:1/none' })
  expect(code).toBe(1)
  expect(text).toMatch(/^problem +No database server answers at the address of DATABASE_URL/m)
  expect(text).toMatch(/^ok +Address: /m)
  expect(text).not.toContain('hunter2secret')
})

test('a database of a newer release, and one with steps to apply', async () => {
  await server.owner.run(sql`insert into migrations (name, hash) values ('features/forum/tables/9999_later.sql', '')`)
  onTestFinished(async () => void (await server.owner.run(sql`delete from migrations where name like '%9999%'`)))
  const newer = await doctor()
  expect(newer.text).toMatch(
    /^problem +The database has steps that this release does not know \(features\/forum\/tables\/9999_later\.sql\)/m,
  )
  expect(newer.code).toBe(1)

  const other = await startTestServer({ adminUrl: inject('adminUrl') })
  onTestFinished(() => other.close())
  await other.owner.run(sql`delete from migrations where name like '%0015%'`)
  const older = await doctor({ DATABASE_URL: other.config.databaseUrl ?? '' })
  expect(older.text).toMatch(/^warning +1 migration step is not applied yet\./m)
})

test('a key that others can read, and another server at the address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'community-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const keyFile = join(folder, 'secret.key')
  writeFileSync(keyFile, Buffer.from(SECRET_KEY, 'base64'))
  chmodSync(keyFile, 0o644)
  const stranger = createServer((_, response) => response.end('Welcome to nginx'))
  await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void stranger.close())
  const { port } = stranger.address() as AddressInfo
  const { code, text } = await doctor({ SECRET_KEY: '', DATA_DIR: folder, PUBLIC_URL: `http://127.0.0.1:${port}` })
  expect(code).toBe(1)
  expect(text).toMatch(/^problem +Other users of this machine can read the key/m)
  expect(text).toMatch(/^problem +http:\/\/127\.0\.0\.1:\d+\/healthz answers 200, but not as this server does\./m)
})

test('the certificate of the address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'community-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const trusted = join(folder, 'trusted.pem')
  writeFileSync(trusted, cert)
  const proxy = createHttpsServer({ key, cert }, (_, response) => response.end('{"ok":true}'))
  await new Promise<void>(resolve => proxy.listen(0, resolve))
  onTestFinished(() => void proxy.close())
  const PUBLIC_URL = `https://localhost:${(proxy.address() as AddressInfo).port}`
  const refused = await doctor({ PUBLIC_URL })
  expect(refused.text).toMatch(/^problem +Browsers refuse the certificate of localhost: /m)
  expect(refused.code).toBe(1)
  const { text } = await doctor({ PUBLIC_URL, NODE_EXTRA_CA_CERTS: trusted })
  expect(text).toMatch(/^ok +Certificate: of localhost, valid for \d+ more days\.$/m)
  expect(text).toMatch(/^ok +Address: https:/m)
})

test('an invalid setting is told', async () => {
  const { code, text } = await doctor({ PORT: 'abc' })
  expect(code).toBe(1)
  expect(text).toContain("The setting PORT is 'abc', which cannot be used.")
})
