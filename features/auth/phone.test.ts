import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { secondFactor } from '../../tests/second-factor.ts'
import { startTestServer, type TestServer } from '../../tests/test-server.ts'

type Call = { url: string; body: string }
const calls: Call[] = []
let answer = 200
/** Redirects to another path, which must not be requested. */
const sender = createServer(async (request, reply) => {
  calls.push({ url: request.url ?? '', body: await text(request) })
  if (request.url === '/send') reply.writeHead(answer, { location: '/elsewhere' })
  reply.end('{}')
})

let server: TestServer
beforeAll(async () => {
  sender.listen(0, '127.0.0.1')
  await once(sender, 'listening')
  const { port } = sender.address() as AddressInfo
  server = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: { PHONE_SENDER_URL: `http://127.0.0.1:${port}/send` },
  })
})
afterAll(async () => {
  await server.close()
  sender.close()
})

const { enrol } = secondFactor(() => server)

test('a code is sent to PHONE_SENDER_URL; a redirect is not followed and counts as a failure', async () => {
  const ada = await server.member('Ada')
  const factor = await enrol(ada, { factor_type: 'phone', phone: '+13125550123' })
  const challenge = () => ada.asks('POST', `/api/auth/factors/${factor.id}/challenge`, { channel: 'sms' })
  expect((await challenge()).status).toBeLessThan(300)
  expect(calls).toEqual([
    { url: '/send', body: expect.stringMatching(/"to":"\+13125550123".*"text":"\d{6} is your code/) },
  ])
  for (answer of [301, 302, 303, 307, 308]) {
    calls.length = 0
    expect(await challenge(), String(answer)).toMatchObject({
      status: 503,
      json: { error: 'The code could not be sent. Please try again in a moment.' },
    })
    expect(calls.map(call => call.url)).toEqual(['/send'])
  }
})

test('can_add_phone: in production only with a sender, in development always', async () => {
  const canAddPhone = async (env: Record<string, string>) => {
    const otherServer = await startTestServer({ adminUrl: inject('adminUrl'), env })
    const ada = await otherServer.member('Ada')
    const { can_add_phone } = await ada.reads<{ can_add_phone: boolean }>('/api/auth/factors')
    await otherServer.close()
    return can_add_phone
  }
  expect(await canAddPhone({ NODE_ENV: 'production' })).toBe(false)
  expect(await canAddPhone({ NODE_ENV: 'production', PHONE_SENDER_URL: 'http://127.0.0.1:9/send' })).toBe(true)
  expect(await canAddPhone({})).toBe(true)
})

test('an unverified number gets five codes an hour, from all accounts together', async () => {
  answer = 200
  const otherServer = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: { PHONE_SENDER_URL: server.config.phoneSenderUrl ?? '', LIMIT_ACCOUNT_MAILS_PER_HOUR: '5' },
  })
  try {
    const statuses: number[] = []
    for (const name of ['Ada', 'Bob']) {
      const member = await otherServer.member(name)
      const factor = await enrol(member, { factor_type: 'phone', phone: '+13125550199' })
      for (let i = 0; i < 4; i++)
        statuses.push(await member.tries('POST', `/api/auth/factors/${factor.id}/challenge`, { channel: 'sms' }))
      const other = await enrol(member, { factor_type: 'phone', phone: `+1312555020${statuses.length}` })
      expect(await member.tries('POST', `/api/auth/factors/${other.id}/challenge`, { channel: 'sms' })).toBe(201)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
  } finally {
    await otherServer.close()
  }
})
