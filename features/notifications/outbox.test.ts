import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

async function writeMail(recipient: string, body = 'A <b>word</b>.') {
  const { id } = await server.owner.one<{ id: string }>(
    sql`insert into outbox (recipient, subject, body) values (${recipient}, 'Hello', ${body}) returning id`,
  )
  return `/outbox/${id}`
}

test('a member sees the mails to their own address, as they look, and no others', async () => {
  const bob = await server.member('Bob')
  const [mine, theirs] = [await writeMail(ada.email), await writeMail(bob.email)]
  const list = await ada.asks('GET', '/outbox')
  expect(list.text).toContain(`href="${mine}"`)
  expect(list.text).not.toContain(`href="${theirs}"`)
  const mail = await ada.asks('GET', mine)
  expect(mail.text).toContain('A &lt;b&gt;word&lt;/b&gt;.')
  expect(mail.headers['content-security-policy']).toContain("default-src 'none'")
  expect(mail.headers['content-security-policy']).not.toContain('script')
  expect(await ada.tries('GET', theirs)).toBe(404)
})

test('only from the machine of the server, and not in production', async () => {
  const from = async (remoteAddress: string, headers = {}, { app } = server, cookie = ada.cookies) =>
    (await app.inject({ url: '/outbox', remoteAddress, headers: { cookie, ...headers } })).statusCode
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await from(address)).toBe(200)
  for (const address of ['10.0.0.7', '192.168.1.2', '2001:db8::1', '::ffff:10.0.0.7'])
    expect([address, await from(address)]).toEqual([address, 404])
  expect(await from('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  const off = await startTestServer({ adminUrl: inject('adminUrl'), env: { NODE_ENV: 'production' } })
  try {
    expect(await from('127.0.0.1', {}, off, (await off.member('Eve')).cookies)).toBe(404)
  } finally {
    await off.close()
  }
})
