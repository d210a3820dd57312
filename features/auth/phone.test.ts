import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
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

const { enrol, as, verify } = secondFactor(() => server)

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

test('all unverified numbers together get 200 codes a day; verified ones are not counted', async () => {
  answer = 200
  const challenge = (who: Pick<typeof ada, 'asks'>, { id }: { id: string }) =>
    who.asks('POST', `/api/auth/factors/${id}/challenge`, { channel: 'sms' })
  const phoneOf = (who: Pick<typeof ada, 'asks'>, phone: string) =>
    enrol(who, { friendly_name: 'Phone', factor_type: 'phone', phone })
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const mine = await phoneOf(ada, '+13125550301')
  calls.length = 0
  const { id } = (await challenge(ada, mine)).json as { id: string }
  const code = /"text":"(\d{6})/.exec(calls[0]?.body ?? '')?.[1] ?? ''
  const verified = as(ada, (await verify(ada, mine, id, code)).cookies)

  // The others of the day.
  await server.owner.run(sql`update throttles set hits = 199 where key = 'phone codes to new numbers:all'`)
  expect((await challenge(bob, await phoneOf(bob, '+13125550302'))).status).toBe(201)
  calls.length = 0
  const another = await phoneOf(bob, '+13125550303')
  expect(await challenge(bob, another)).toMatchObject({
    status: 429,
    json: {
      error:
        'No more codes can be sent to new phone numbers today. Please use an authenticator app, or try again tomorrow.',
    },
  })
  expect(calls).toEqual([])
  expect((await challenge(verified, mine)).status).toBe(201)
  expect(calls).toHaveLength(1)
})

test('of the codes to unverified numbers one account gets ten a day; those that could not be sent do not count for all', async () => {
  answer = 200
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const counted = async (key: string) =>
    (await server.owner.maybe<{ hits: number }>(sql`select hits from throttles where key = ${key}`))?.hits ?? 0
  const challenge = async (who: Pick<typeof ada, 'asks'>, phone: string) => {
    const { id } = await enrol(who, { friendly_name: 'Phone', factor_type: 'phone', phone })
    return (await who.asks('POST', `/api/auth/factors/${id}/challenge`, { channel: 'sms' })).status
  }
  const [all, adas] = ['phone codes to new numbers:all', `phone codes to new numbers:${ada.user_id}`]
  await server.owner.run(sql`delete from throttles where key = ${all}`)
  expect(await challenge(ada, '+13125550401')).toBe(201)
  const before = await counted(all)
  answer = 500
  expect(await challenge(ada, '+13125550402')).toBe(503)
  expect([await counted(all), await counted(adas)]).toEqual([before, 2])
  answer = 200
  await server.owner.run(sql`update throttles set hits = 10 where key = ${adas}`)
  expect(await challenge(ada, '+13125550403')).toBe(429)
  expect(await counted(all)).toBe(before)
  expect(await challenge(bob, '+13125550404')).toBe(201)
})
