import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { listNotifications } from '../notifications/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import {
  answerStillLooking,
  createIntroductionRequest,
  getIntroductionRequest,
  listIntroductionRequests,
  listStatusChanges,
  updateIntroductionRequest,
} from './contract.ts'
import { askWhoIsStillLooking } from './still-looking.server.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from introduction_requests`)
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
})

const ask = () => askWhoIsStillLooking(server)
const asks = (member: Member, more: object = {}) =>
  member.does(createIntroductionRequest, {
    request_title: 'Meet a dispatcher',
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
    ...more,
  })
const ages = (id: number, days: number) =>
  server.owner.run(sql`
    update introduction_requests set created_at = created_at - make_interval(days => ${days}) where id = ${id}`)
/** Passes the trigger that sets the time of an answer. */
async function answeredBefore(id: number, days: number) {
  await server.owner.run(sql`alter table introduction_requests disable trigger end_quiet`)
  await server.owner.run(
    sql`update introduction_requests set confirmed_at = now() - make_interval(days => ${days}) where id = ${id}`,
  )
  await server.owner.run(sql`alter table introduction_requests enable trigger end_quiet`)
}
async function quiet(member: Member, more: object = {}) {
  const { id } = await asks(member, more)
  await ages(id, 31)
  await ask()
  return id
}
const read = (id: number, member = bob) => member.does(getIntroductionRequest, { id })
const told = async (member: Member) =>
  (await member.does(listNotifications, {})).filter(({ kind }) => kind === 'still_looking').length

test('after 30 days the requester is asked once, and the request is quiet for all; order and content stay', async () => {
  const older = await asks(ada)
  const newer = await asks(bob, { request_title: 'Meet a grocer' })
  await ages(older.id, 29)
  await ask()
  expect([await told(ada), (await read(older.id)).quiet_since]).toEqual([0, null])
  await ages(older.id, 2)
  await ask()
  await ask()
  expect([await told(ada), await told(bob)]).toEqual([1, 0])
  const quietSince = expect.any(String)
  const { created_at } = await read(older.id)
  expect(await read(older.id, ada)).toEqual({ ...older, created_at, quiet_since: quietSince })
  const listed = await bob.does(listIntroductionRequests, {})
  expect(listed.map(({ id, quiet_since }) => [id, quiet_since !== null])).toEqual([
    [newer.id, false],
    [older.id, true],
  ])
})

test('closed requests and those of disabled members are not asked about', async () => {
  const approved = await asks(ada)
  await ada.does(updateIntroductionRequest, { id: approved.id, status: 'approved' })
  const gone = await asks(bob)
  for (const { id } of [approved, gone]) await ages(id, 40)
  await answeredBefore(approved.id, 40)
  await server.owner.run(sql`update users set disabled_at = now() where id = ${bob.user_id}`)
  await ask()
  expect(await server.owner.rows(sql`select id from introduction_requests where quiet_since is not null`)).toEqual([])
})

test('yes opens it again for 30 days, closed and done set the status; the question is withdrawn', async () => {
  await bob.does(saveProfile, { can_help_with: ['Hiring'] })
  await ada.does(saveProfile, { needs: ['Hiring'] })
  const couldHelp = async () => (await bob.does(listIntroductionRequests, { show: 'help' })).map(({ id }) => id)
  const id = await quiet(ada)
  expect([await told(ada), await couldHelp()]).toEqual([1, []])
  const before = await read(id, ada)
  expect(await ada.does(answerStillLooking, { id, answer: 'yes' })).toEqual({ ...before, quiet_since: null })
  expect([await told(ada), await couldHelp()]).toEqual([0, [id]])
  await ask()
  expect(await told(ada)).toBe(0)
  await answeredBefore(id, 31)
  await server.owner.run(
    sql`update notification_acts set subject_id = subject_id || '-earlier' where subject_kind = 'still_looking'`,
  )
  await ask()
  expect(await told(ada)).toBe(1)
  expect(await ada.does(answerStillLooking, { id, answer: 'closed' })).toMatchObject({
    status: 'declined',
    quiet_since: null,
  })
  const other = await quiet(ada)
  expect(await ada.does(answerStillLooking, { id: other, answer: 'done' })).toMatchObject({ status: 'completed' })
  expect(await told(ada)).toBe(0)
})

test('only the requester answers; setting a status by hand ends the quiet time', async () => {
  const id = await quiet(ada)
  const path = `/api/introduction-requests/${id}/still-looking`
  expect(await bob.tries('POST', path, { answer: 'done' })).toBe(403)
  expect(await server.visitor.tries('POST', path, { answer: 'done' })).toBe(401)
  expect(await ada.tries('POST', path, { answer: 'perhaps' })).toBe(400)
  expect((await read(id)).quiet_since).not.toBeNull()
  await expect(ada.sql(sql`update introduction_requests set quiet_since = null`)).rejects.toThrow(/permission denied/)
  const edited = await ada.does(updateIntroductionRequest, { id, request_title: 'Meet two dispatchers' })
  expect(edited.quiet_since).not.toBeNull()
  const moved = await ada.does(updateIntroductionRequest, { id, status: 'in_progress' })
  expect([moved.quiet_since, await told(ada)]).toEqual([null, 0])
})

/** The token of the mail that asks. */
async function tokenOfMail(member: Member) {
  await mailJobs(server).mail()
  const mail = (await mailsTo(server, member)).at(-1)
  expect(mail?.subject).toBe('Are you still looking? “Meet a dispatcher” has waited for 30 days')
  const links = [...(mail?.body ?? '').matchAll(/(.*): http:\S+\/still-looking\?token=(\S+)&answer=(\S+)/g)]
  expect(links.map(([, label, , answer]) => [label, answer])).toEqual([
    ['Yes, still looking', 'yes'],
    ['No, close it', 'closed'],
    ['Done, we met', 'done'],
  ])
  return links[0]?.[2] ?? ''
}
const byLink = (body: object) => server.visitor.asks('POST', '/api/still-looking', body)
const check = async (token: string) => (await server.visitor.asks('POST', '/api/still-looking/check', { token })).json

test('the mail has the three answers; opening a link shows, a POST answers once, in the name of the requester', async () => {
  const id = await quiet(ada)
  const token = await tokenOfMail(ada)
  const page = await server.app.inject({ url: `/still-looking?token=${token}&answer=done` })
  expect([page.statusCode, (await read(id)).quiet_since !== null]).toEqual([200, true])
  expect(await check(token)).toEqual({ title: 'Meet a dispatcher' })
  expect((await read(id)).quiet_since).not.toBeNull()

  const answers = await Promise.all(['done', 'done', 'closed'].map(answer => byLink({ token, answer })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect((await read(id)).quiet_since).toBeNull()
  const history = await bob.does(listStatusChanges, { id })
  expect(history).toHaveLength(2)
  expect(history.at(-1)).toMatchObject({ user_name: 'Ada Osei', to_status: (await read(id)).status })
  expect(await check(token)).toEqual({ title: null })
})

test('a link is dead when the question was answered, the account is disabled, or the address has changed', async () => {
  const dead = async (token: string) => {
    expect(await check(token)).toEqual({ title: null })
    const refused = await byLink({ token, answer: 'closed' })
    expect([refused.status, (refused.json as { error: string }).error]).toEqual([
      400,
      'This link has expired, or the question was answered meanwhile.',
    ])
  }
  await dead('invented')
  const id = await quiet(ada)
  const token = await tokenOfMail(ada)
  await ada.does(answerStillLooking, { id, answer: 'yes' })
  await dead(token)
  const second = await quiet(bob)
  const ofBob = await tokenOfMail(bob)
  await server.owner.run(sql`update users set disabled_at = now() where id = ${bob.user_id}`)
  await dead(ofBob)
  await server.owner.run(
    sql`update users set disabled_at = null, email = 'new.bob@example.com' where id = ${bob.user_id}`,
  )
  await dead(ofBob)
  expect((await read(second, ada)).status).toBe('pending')
})
