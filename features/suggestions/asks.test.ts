import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { clean } from '../../server/jobs/cleaning.ts'
import { notifyAsked } from '../../tests/notify-followers.ts'
import { runJobs } from '../../tests/server/run-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  listIntroductionRequests,
  updateIntroductionRequest,
} from '../introductions/contract.ts'
import { addInvestor, deleteInvestor } from '../investors/contract.ts'
import { listNotifications, muteMember, updateNotificationSettings } from '../notifications/contract.ts'
import { commands } from '../operator/commands.ts'
import { listAskedMembers } from './contract.ts'

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
  investor = (await cleo.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })).id
})

const idOf = ({ profile_id }: Member) => profile_id ?? 0
const words = { request_title: 'Seed round', context: 'We raise our first round.', your_company: 'Lakeline' }
const requestTo = async (asked: Member[], more = {}) =>
  (await ada.does(createIntroductionRequest, { ...words, ...more, ask_profile_ids: asked.map(idOf) })).id
const creates = (asked: number[], who = ada) =>
  who.asks('POST', '/api/direct-introduction-requests', { ...words, ask_profile_ids: asked })
const told = async (member: Member) => {
  await notifyAsked(server)
  return (await member.does(listNotifications, {})).filter(({ kind }) => kind === 'asked_by_name')
}
const many = async (count: number) =>
  (
    await server.owner.rows<{ id: number }>(sql`
      with new as (insert into users (email, username) select gen_random_uuid() || '@example.com', gen_random_uuid() from generate_series(1, ${count}) returning id)
      insert into profiles (user_id, full_name) select id, 'Many' from new returning id`)
  ).map(({ id }) => id)

test('those who are asked are told, and nobody else; only the requester reads whom', async () => {
  const id = await requestTo([bob, cleo], { target_investor_id: investor })
  const eve = await server.member('Eve')
  for (const member of [bob, cleo])
    expect(await told(member)).toEqual([
      expect.objectContaining({
        thread_kind: 'request',
        thread_id: String(id),
        title: 'Seed round',
        detail: 'Ines Vela, Prairie Seed',
        excerpt: 'We raise our first round.',
        actors: [expect.objectContaining({ full_name: 'Ada' })],
        anonymous_count: 0,
      }),
    ])
  for (const member of [ada, eve]) expect(await told(member)).toEqual([])
  const asked = { full_name: 'Bob', profile_picture: null, id: idOf(bob) }
  expect(await ada.does(listAskedMembers, { id })).toEqual([asked, { ...asked, full_name: 'Cleo', id: idOf(cleo) }])
  for (const member of [bob, eve])
    expect(await member.tries('GET', `/api/introduction-requests/${id}/asked-members`)).toBe(404)
  expect(await bob.sql(sql`select 1 from introduction_asks`)).toEqual([])
})

test.each([
  ['a member', async () => ({ target_profile_id: idOf(cleo), target_person: 'Cleo' }), 'Cleo'],
  ['a person outside', async () => ({ target_person: 'Tom Nakamura' }), 'Tom Nakamura'],
  ['nobody in particular', async () => ({}), null],
])('the notification names the target: %s', async (_, target, detail) => {
  await requestTo([bob], await target())
  expect(await told(bob)).toEqual([expect.objectContaining({ detail })])
})

test('the reply is the same for somebody who is told and somebody who is not', async () => {
  const [open, off, muting, disabled] = [bob, cleo, await server.member('Mute'), await server.member('Gone')]
  await off.does(updateNotificationSettings, { may_be_asked: false })
  await muting.does(muteMember, { id: idOf(ada) })
  await commands.disable?.run(server.owner, disabled.email)
  const shapes: string[] = []
  const jobs = sql`select 1 from jobs.job where name = 'asking_members' and state = 'created'`
  const shape = ({ status, headers, text }: Awaited<ReturnType<typeof creates>>) =>
    JSON.stringify({ status, headers: Object.keys(headers).sort(), text: text.replace(/\d+/g, '0') })
  for (const member of [open, off, muting, disabled]) {
    const answer = await creates([idOf(member)])
    const { id } = answer.json as { id: number }
    expect(answer.status).toBe(201)
    expect(await server.owner.rows(jobs)).toHaveLength(1)
    const list = () => ada.asks('GET', `/api/introduction-requests/${id}/asked-members`)
    const before = (await list()).text
    await notifyAsked(server)
    expect((await list()).text).toBe(before)
    shapes.push(shape(answer) + before.replace(/\d+/g, '0').replace(/"full_name" ?: ?"\w+"/, ''))
  }
  expect(new Set(shapes).size).toBe(1)
  expect(await told(open)).toHaveLength(1)
  for (const member of [off, muting]) expect(await told(member)).toEqual([])
  expect(await server.owner.rows(sql`select 1 from notifications where user_id = ${disabled.user_id}`)).toEqual([])
})

test('nobody is told before the request is answered', async () => {
  await requestTo([bob])
  const acts = sql`select 1 from notification_acts where kind = 'asked_by_name' and actor_id = ${idOf(ada)}`
  expect(await server.owner.rows(acts)).toEqual([])
  await notifyAsked(server)
  expect(await server.owner.rows(acts)).toHaveLength(1)
})

test('oneself, the target, unknown members and repetitions are left out', async () => {
  const target = { target_profile_id: idOf(cleo), target_person: 'Cleo' }
  const asked = [ada, cleo, bob, bob]
  const { id } = await ada.does(createIntroductionRequest, {
    ...words,
    ...target,
    ask_profile_ids: [...asked.map(idOf), 99_999_999],
  })
  expect((await ada.does(listAskedMembers, { id })).map(({ full_name }) => full_name)).toEqual(['Bob'])
})

test('at most five for a request, and 15 within a week, also after a request was deleted; a refusal creates nothing', async () => {
  const six = await many(6)
  expect(await creates(six)).toMatchObject({
    status: 400,
    json: { fields: { ask_profile_ids: 'You can ask at most 5 members.' } },
  })
  for (let n = 0; n < 2; n++) expect((await creates(six.slice(1))).status).toBe(201)
  const { json } = await creates(six.slice(2))
  await ada.does(deleteIntroductionRequest, { id: (json as { id: number }).id })
  const before = (await ada.does(listIntroductionRequests, { mine: 'true' })).length
  const refusal =
    'You can ask at most 15 members by name within a week. Please choose fewer, or nobody: the whole community sees the request.'
  expect(await creates(six.slice(4))).toMatchObject({
    status: 409,
    json: { error: refusal, fields: { ask_profile_ids: refusal } },
  })
  expect(await ada.does(listIntroductionRequests, { mine: 'true' })).toHaveLength(before)
  expect((await creates(six.slice(5))).status).toBe(201)
  expect((await creates([])).status).toBe(201)
  // Others have their own limit.
  expect((await creates(six.slice(1), bob)).status).toBe(201)
  await server.owner.run(
    sql`update introduction_asks set created_at = created_at - interval '7 days' where user_id = ${ada.user_id}`,
  )
  expect((await creates(six.slice(1))).status).toBe(201)
  // Asks that count no more, and whose request is gone, are deleted.
  const gone = sql`select 1 from introduction_asks where user_id = ${ada.user_id} and request_id is null`
  expect(await server.owner.rows(gone)).toEqual([])
})

test('ten requests at the same moment ask 15 members in all', async () => {
  const ids = await many(5)
  const answers = await Promise.all(Array.from({ length: 10 }, () => creates(ids)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
})

test('nobody asks about a request of somebody else, or in another name', async () => {
  const id = await requestTo([])
  const ask = (account: string) =>
    bob.sql(
      sql`insert into introduction_asks (request_id, user_id, asked_id) values (${id}, ${account}, ${idOf(cleo)})`,
    )
  for (const account of [bob.user_id, ada.user_id]) await expect(ask(account)).rejects.toThrow(/row-level security/)
})

test.each<[string, (id: number) => Promise<unknown> | undefined]>([
  ['the request is deleted', id => ada.does(deleteIntroductionRequest, { id })],
  ['it gets another target', id => ada.does(updateIntroductionRequest, { id, target_person: 'Somebody else' })],
  ['the investor is deleted', () => cleo.does(deleteInvestor, { id: investor })],
  ['the operator hides the investor', () => commands.hide?.run(server.owner, 'investor', String(investor))],
  ['the requester is disabled', () => commands.disable?.run(server.owner, ada.email)],
  ['the requester leaves', () => server.owner.run(sql`select delete_account(${ada.user_id}, 'anonymise')`)],
])('the notification goes, or does not come, when %s', async (_, happens) => {
  const target = { target_investor_id: investor, target_person: 'Ines Vela' }
  const id = await requestTo([bob], target)
  expect(await told(bob)).toHaveLength(1)
  await happens(id)
  expect(await told(bob)).toEqual([])
  // A second run of the job, after a crash.
  await server.db.asSystem(tx => tx.run(sql`select notify_asked_members(${id})`))
  expect(await told(bob)).toEqual([])
})

test('a request that is closed or gets another target before the job runs tells nobody, and then asks nobody any more', async () => {
  const target = { target_investor_id: investor, target_person: 'Ines Vela' }
  const [changed, closed] = [await requestTo([bob], target), await requestTo([bob], target)]
  await ada.does(updateIntroductionRequest, { id: changed, target_person: 'Somebody else' })
  await ada.does(updateIntroductionRequest, { id: closed, status: 'completed' })
  expect(await told(bob)).toEqual([])
  expect(await ada.does(listAskedMembers, { id: changed })).toEqual([])
})

test('nothing remains of the notifications of a deleted request', async () => {
  const target = { target_investor_id: investor, target_person: 'Ines Vela' }
  const id = await requestTo([bob], target)
  await notifyAsked(server)
  // Withdrawn acts too.
  await ada.does(updateIntroductionRequest, { id, target_person: 'Somebody else' })
  const acts = sql`select 1 from notification_acts where subject_kind = 'ask_by_name' and subject_id = ${String(id)}`
  expect(await server.owner.rows(acts)).toHaveLength(1)
  await ada.does(deleteIntroductionRequest, { id })
  await clean(server.db, server.config, () => undefined)
  expect(await server.owner.rows(acts)).toEqual([])
})

test('an export contains whom one asked, and not by whom one was asked', async () => {
  const exportOf = async ({ cookies }: Member) => {
    const { rawPayload } = await server.app.inject({ url: '/api/account/export', headers: { cookie: cookies } })
    return JSON.parse(strFromU8(unzipSync(rawPayload)['data.json'] ?? new Uint8Array())).introduction_asks
  }
  const id = await requestTo([bob])
  expect(await exportOf(ada)).toEqual([{ request_id: id, asked_id: idOf(bob), created_at: expect.any(String) }])
  expect(await exportOf(bob)).toEqual([])
})

test('the job runs while the server runs', async () => {
  const { failures } = runJobs(server)
  await requestTo([bob])
  await expect
    .poll(async () => (await bob.does(listNotifications, {})).map(({ kind }) => kind), { timeout: 10_000 })
    .toContain('asked_by_name')
  expect(failures).toEqual([])
})
