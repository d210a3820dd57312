import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { compared } from '../../../tests/compare-fetched.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { getOffers, makeOffer, moveOffer, writeToTarget } from '../contract.ts'
import { offers, requestFor } from '../story.ts'
import { answers, JANE, lastMailTo, never, startMailingServer, tokenOf } from './outside-story.ts'

/** Ada asks to meet Jane Broker, who is not a member. Bob is the introducer; Dora was passed over, Eve takes no part. */
let server: TestServer
let url: string
let ada: Member
let bob: Member
let dora: Member
let eve: Member
let id: number
let offer: string
beforeAll(async () => {
  server = await startMailingServer(inject('adminUrl'))
  url = await server.listen()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from outbox`)
  await server.owner.run(sql`delete from blocked_addresses`)
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  dora = await server.member('Dora')
  eve = await server.member('Eve')
  id = await requestFor(ada, null)
  offer = await offers(bob, id)
  await dora.does(makeOffer, { id })
  await ada.does(moveOffer, { id: offer, to: 'accepted' })
})
const writes = () => bob.does(writeToTarget, { id: offer, email: JANE })
const token = async () => tokenOf(await lastMailTo(server, JANE))

/** What each member reads by SQL: their mails, the addresses, and the address in the reply. */
async function seen() {
  const all: Record<string, unknown> = {}
  for (const [name, member] of Object.entries({ ada, bob, dora, eve })) {
    const mails = await member.sql(sql`select id from outside_mails`)
    const addresses = await member.sql<{ address: string }>(sql`select address from outside_addresses`)
    const { offers, outside } = await member.does(getOffers, { id })
    all[name] = [
      mails.length,
      addresses.map(({ address }) => address),
      offers.map(({ contacts }) => contacts?.target?.email ?? null).filter(Boolean),
      outside?.written.length ?? null,
    ]
  }
  return all
}
const nothing = [0, [], [], null]

test('who sees what: before the mail, while it waits, after a yes', async () => {
  expect(await seen()).toEqual({ ada: nothing, bob: [0, [], [], 0], dora: nothing, eve: nothing })
  await writes()
  // Not even the introducer reads the address: it would disappear with 'never again'.
  expect(await seen()).toEqual({ ada: nothing, bob: [1, [], [], 1], dora: nothing, eve: nothing })
  await answers(server, await token(), 'yes')
  expect(await seen()).toEqual({
    ada: [0, [JANE], [JANE], null],
    bob: [1, [JANE], [JANE], null],
    dora: nothing,
    eve: nothing,
  })
  await server.owner.run(sql`update users set disabled_at = now() where id = ${bob.user_id}`)
  expect((await ada.does(getOffers, { id })).offers.map(each => each.contacts?.target?.email)).toContain(JANE)
})

test('members read no hashes, and cannot call what the server does', async () => {
  await writes()
  for (const statement of [
    sql`select address_hash from outside_mails`,
    sql`select token_hash from outside_mails`,
    sql`select * from blocked_addresses`,
    sql`select * from introduction_mails`,
    sql`update outside_addresses set is_shared = true`,
    sql`select * from outside_question('\\x00')`,
    sql`select answer_outside('\\x00', 'yes')`,
    sql`select block_address('\\x00')`,
  ])
    await expect(bob.sql(statement)).rejects.toThrow(/permission denied/)
})

const paths = (member: Member) => [
  '/api/direct-introduction-requests?sort=newest',
  '/api/direct-introduction-requests?mine=true',
  `/api/introduction-requests/${id}`,
  `/api/introduction-requests/${id}/offers`,
  `/api/introduction-requests/${id}/history`,
  `/api/introduction-requests/${id}/blurb`,
  '/api/notifications',
  '/api/notifications/unread',
  '/api/activity',
  '/api/home',
  `/api/members/${member.profile_id}`,
]

test("our mail and 'never again' change no byte and no event for anybody but the introducer's own list", async () => {
  const marker = await server.member('Marker')
  for (const member of [ada, dora, eve]) {
    const { different, kinds } = await compared({ server, url, member, marker, paths: paths(member) }, async () => {
      await server.owner.run(sql`delete from outside_mails`)
      await writes()
    })
    expect([different, kinds]).toEqual([[], ['posts']])
  }
  for (const member of [ada, bob, dora, eve]) {
    await server.owner.run(sql`delete from blocked_addresses`)
    await server.owner.run(sql`delete from outside_mails`)
    await server.owner.run(sql`delete from outbox`)
    await writes()
    const link = await token()
    const { different, kinds } = await compared({ server, url, member, marker, paths: paths(member) }, () =>
      never(server, link),
    )
    expect([different, kinds]).toEqual([[], ['posts']])
  }
})

test('an address that never wants to be written to again gets the same answer, and ends like silence', async () => {
  await writes()
  await never(server, await token())
  const shapes: string[] = []
  for (const email of [JANE, 'free@example.com']) {
    const request = await requestFor(ada, null)
    const other = await offers(dora, request)
    await ada.does(moveOffer, { id: other, to: 'accepted' })
    const answer = await dora.asks('POST', `/api/offers/${other}/mail`, { email })
    const { status, text } = answer
    shapes.push(`${status} ${text.replace(/[0-9a-f-]{36}/g, 'uuid').replace(/\d{4}-\d\d-\d\dT[^"]*/g, 'time')}`)
  }
  expect(shapes[0]).toBe(shapes[1])
  expect(
    await server.owner.rows(
      sql`select recipient from outbox where recipient like '%@example.com' and offer_id is not null order by id`,
    ),
  ).toEqual([{ recipient: 'free@example.com' }])
})
