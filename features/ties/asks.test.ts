import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { clean } from '../../server/jobs/cleaning.ts'
import { notifyAsked } from '../../tests/notify-followers.ts'
import { runJobs } from '../../tests/server/run-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  updateIntroductionRequest,
} from '../introductions/contract.ts'
import { addInvestor, deleteInvestor } from '../investors/contract.ts'
import { listNotifications, muteMember, updateNotificationSettings } from '../notifications/contract.ts'
import { commands } from '../operator/commands.ts'
import { askThoseWhoKnow, getAsk, removeTie, setTie } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let investor: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  investor = await newInvestor()
  await bob.does(setTie, { id: investor, kind: 'well', shown: 'named' })
  await cleo.does(setTie, { id: investor, kind: 'met' })
})

const newInvestor = async () => (await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })).id
const requestTo = async (target: number | null, who = ada) => {
  const words = { request_title: 'Seed round', context: 'We raise our first round.', your_company: 'Lakeline' }
  return (await who.does(createIntroductionRequest, { ...words, target_investor_id: target })).id
}
const asks = (id: number, who = ada) => who.asks('POST', `/api/introduction-requests/${id}/ask`, {})
const told = async (member: Member) => {
  await notifyAsked(server)
  const list = await member.does(listNotifications, {})
  return list.filter(({ kind }) => kind === 'asked_to_introduce')
}
const daysLater = (days: number) =>
  server.owner.run(
    sql`update tie_asks set created_at = created_at - make_interval(days => ${days}) where user_id = ${ada.user_id}`,
  )

test('an ask tells those who know the investor, named or quiet, and nobody else', async () => {
  const eve = await server.member('Eve')
  await ada.does(setTie, { id: investor, kind: 'pitched' })
  const id = await requestTo(investor)
  await ada.does(askThoseWhoKnow, { id })
  for (const member of [bob, cleo])
    expect(await told(member)).toEqual([
      expect.objectContaining({
        thread_kind: 'request',
        thread_id: String(id),
        title: 'Seed round',
        detail: 'Ines Vela, Prairie Seed',
        excerpt: 'We raise our first round.',
        actors: [expect.objectContaining({ full_name: 'Ada' })],
      }),
    ])
  for (const member of [ada, eve]) expect(await told(member)).toEqual([])
})

test('the answer is the same with and without anybody who knows them, and the job is added either way', async () => {
  const lonely = await newInvestor()
  const shapeOf = ({ status, headers, json }: Awaited<ReturnType<typeof asks>>) => ({
    status,
    headers: Object.keys(headers).sort(),
    length: headers['content-length'],
    fields: Object.entries(json as object).map(([name, value]) => [name, typeof value]),
  })
  const [known, unknown] = [await asks(await requestTo(investor)), await asks(await requestTo(lonely))]
  expect(known.status).toBe(201)
  expect(shapeOf(known)).toEqual(shapeOf(unknown))
  const jobs = await server.owner.rows(sql`select 1 from jobs.job where name = 'asking' and state = 'created'`)
  expect(jobs).toHaveLength(2)
  await notifyAsked(server)
  // Nothing about those told afterwards, either.
  expect((await ada.does(listNotifications, {})).map(({ kind }) => kind)).not.toContain('asked_to_introduce')
})

test('nobody is told before the ask is answered: the time does not depend on how many there are', async () => {
  await asks(await requestTo(investor))
  const acts = sql`select 1 from notification_acts where kind = 'asked_to_introduce' and actor_id = ${ada.profile_id}`
  expect(await server.owner.rows(acts)).toEqual([])
  await notifyAsked(server)
  expect(await server.owner.rows(acts)).toHaveLength(2)
})

test('once a week about a request, three times a week in all, also after a request was deleted', async () => {
  const first = await requestTo(investor)
  expect(await ada.does(getAsk, { id: first })).toEqual({ asked_at: null, again_at: null })
  const { asked_at, again_at } = await ada.does(askThoseWhoKnow, { id: first })
  expect(new Date(again_at ?? '').getTime() - new Date(asked_at ?? '').getTime()).toBe(7 * 86_400_000)
  expect(await asks(first)).toMatchObject({
    status: 409,
    json: { error: 'You have asked about this request within the last week.' },
  })
  await ada.does(askThoseWhoKnow, { id: await requestTo(await newInvestor()) })
  const third = await requestTo(await newInvestor())
  await ada.does(askThoseWhoKnow, { id: third })
  await ada.does(deleteIntroductionRequest, { id: third })
  const fourth = await requestTo(investor)
  expect(await asks(fourth)).toMatchObject({
    status: 409,
    json: { error: 'You can ask three times a week. Please try again later.' },
  })
  expect(await ada.does(getAsk, { id: fourth })).toMatchObject({ asked_at: null, again_at: expect.any(String) })
  // Others have their own limit.
  expect((await asks(await requestTo(investor, bob), bob)).status).toBe(201)
  await daysLater(7)
  expect(await ada.does(getAsk, { id: fourth })).toEqual({ asked_at: null, again_at: null })
  expect((await asks(fourth)).status).toBe(201)
})

test('ten asks at the same moment are one ask, and for ten requests three', async () => {
  const id = await requestTo(investor)
  const statuses = await Promise.all(Array.from({ length: 10 }, () => asks(id)))
  expect(statuses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(statuses.filter(({ status }) => status === 409)).toHaveLength(9)
  const requests = await Promise.all(Array.from({ length: 10 }, () => requestTo(investor)))
  const more = await Promise.all(requests.map(request => asks(request)))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(2)
})

test('only the requester of an open request to an investor asks', async () => {
  const id = await requestTo(investor)
  expect((await asks(id, bob)).status).toBe(403)
  expect(await bob.tries('GET', `/api/introduction-requests/${id}/ask`)).toBe(404)
  expect((await asks(99_999_999)).status).toBe(404)
  const closed = { status: 409, json: { error: 'This is possible for open requests to an investor of the database.' } }
  expect(await asks(await requestTo(null))).toMatchObject(closed)
  for (const status of ['approved', 'declined', 'completed'] as const) {
    await ada.does(updateIntroductionRequest, { id, status })
    expect(await asks(id)).toMatchObject(closed)
  }
  const forge = sql`insert into tie_asks (request_id, user_id) values (${await requestTo(investor)}, ${bob.user_id})`
  await expect(bob.sql(forge)).rejects.toThrow(/row-level security/)
  expect(await bob.sql(sql`select 1 from tie_asks`)).toEqual([])
})

test('nobody is told twice about the same request and investor', async () => {
  const id = await requestTo(investor)
  await ada.does(askThoseWhoKnow, { id })
  expect(await told(bob)).toHaveLength(1)
  await bob.asks('POST', '/api/notifications/read', {})
  await daysLater(8)
  const eve = await server.member('Eve')
  await eve.does(setTie, { id: investor, kind: 'met' })
  await ada.does(askThoseWhoKnow, { id })
  expect(await told(bob)).toHaveLength(1)
  expect(await told(eve)).toHaveLength(1)
})

test('those who switched it off, muted the requester or are disabled are not told', async () => {
  const [off, muting, disabled] = [await server.member('Off'), await server.member('Mute'), await server.member('Gone')]
  for (const member of [off, muting, disabled]) await member.does(setTie, { id: investor, kind: 'met' })
  await off.does(updateNotificationSettings, { may_be_asked: false })
  await muting.does(muteMember, { id: ada.profile_id ?? 0 })
  await commands.disable?.run(server.owner, disabled.email)
  await ada.does(askThoseWhoKnow, { id: await requestTo(investor) })
  for (const member of [off, muting]) expect(await told(member)).toEqual([])
  expect(await server.owner.rows(sql`select 1 from notifications where user_id = ${disabled.user_id}`)).toEqual([])
  await off.does(updateNotificationSettings, { may_be_asked: true })
  await ada.does(askThoseWhoKnow, { id: await requestTo(investor) })
  expect(await told(off)).toHaveLength(1)
})

test('whoever took the tie back before the job runs is not told', async () => {
  await ada.does(askThoseWhoKnow, { id: await requestTo(investor) })
  await cleo.does(removeTie, { id: investor })
  expect(await told(cleo)).toEqual([])
  expect(await told(bob)).toHaveLength(1)
})

test.each<[string, (id: number) => Promise<unknown> | undefined]>([
  ['the request is deleted', id => ada.does(deleteIntroductionRequest, { id })],
  ['it gets another target', id => ada.does(updateIntroductionRequest, { id, target_person: 'Somebody else' })],
  ['the investor is deleted', () => ada.does(deleteInvestor, { id: investor })],
  ['the operator hides the investor', () => commands.hide?.run(server.owner, 'investor', String(investor))],
  ['the requester is disabled', () => commands.disable?.run(server.owner, ada.email)],
  ['the requester leaves', () => server.owner.run(sql`select delete_account(${ada.user_id}, 'anonymise')`)],
])('the notification goes, or does not come, when %s', async (_, happens) => {
  const id = await requestTo(investor)
  await ada.does(askThoseWhoKnow, { id })
  const jobs = await server.owner.rows<{ id: string }>(
    sql`select data ->> 'id' as id from jobs.job where name = 'asking'`,
  )
  expect(await told(bob)).toHaveLength(1)
  await happens(id)
  expect(await told(bob)).toEqual([])
  // A second run of the job, after a crash.
  for (const job of jobs)
    await server.db.asSystem(tx => tx.run(sql`select notify_those_who_know(${job.id}, null, 500)`))
  expect(await told(bob)).toEqual([])
})

test('nothing remains of the notifications of a deleted request', async () => {
  const id = await requestTo(investor)
  await ada.does(askThoseWhoKnow, { id })
  const acts = sql`select 1 from notification_acts where subject_kind = 'ask' and subject_id = ${`${id}/${investor}`}`
  await notifyAsked(server)
  expect(await server.owner.rows(acts)).toHaveLength(2)
  await ada.does(deleteIntroductionRequest, { id })
  await clean(server.db, server.config, () => undefined)
  expect(await server.owner.rows(acts)).toEqual([])
})

test('an ask whose request gets another target before the job runs tells nobody', async () => {
  const other = await newInvestor()
  await bob.does(setTie, { id: other, kind: 'met' })
  const id = await requestTo(investor)
  await ada.does(askThoseWhoKnow, { id })
  await ada.does(updateIntroductionRequest, { id, target_investor_id: other })
  expect(await told(bob)).toEqual([])
})

test('more members than one batch are all told', async () => {
  await server.owner.run(sql`
    with new as (insert into users (email, username) select 'ask' || n || '@example.com', 'ask' || n from generate_series(1, 1200) n returning id),
      made as (insert into profiles (user_id, full_name) select id, 'Tied' from new)
    insert into investor_ties (investor_id, user_id, kind) select ${investor}, id, 'met' from new`)
  const id = await requestTo(investor)
  await ada.does(askThoseWhoKnow, { id })
  await notifyAsked(server)
  const [row] = await server.owner.rows(
    sql`select count(*)::integer as told from notifications where kind = 'asked_to_introduce' and thread_id = ${String(id)}`,
  )
  expect(row).toEqual({ told: 1202 })
})

test('the job runs while the server runs', async () => {
  const { failures } = runJobs(server)
  await ada.does(askThoseWhoKnow, { id: await requestTo(investor) })
  await expect
    .poll(async () => (await bob.does(listNotifications, {})).map(({ kind }) => kind), { timeout: 10_000 })
    .toContain('asked_to_introduce')
  expect(failures).toEqual([])
})
