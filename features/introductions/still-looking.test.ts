import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { linksIn, mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { answerByLink, checkAnswerLink } from '../answers/contract.ts'
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

test('the mail asks with the three answers, and an answer by link is that of the requester', async () => {
  const id = await quiet(ada)
  await mailJobs(server).mail()
  const mail = (await mailsTo(server, ada)).at(-1)
  expect(mail?.subject).toBe('Are you still looking? “Meet a dispatcher” has waited for 30 days')
  const links = linksIn(mail?.body)
  expect(links.map(({ label, answer }) => [label, answer])).toEqual([
    ['Yes, still looking', 'yes'],
    ['No, close it', 'closed'],
    ['Done, we met', 'done'],
  ])
  const token = links[0]?.token ?? ''
  expect(await server.visitor.does(checkAnswerLink, { token })).toMatchObject({
    question: {
      heading: 'Still looking?',
      sentences: ['Your request “Meet a dispatcher” has waited for 30 days.'],
      answers: [{ answer: 'yes', label: 'Yes, still looking' }, { answer: 'closed' }, { answer: 'done' }],
      path: `/introduction-requests?request=${id}`,
    },
  })
  expect((await read(id)).quiet_since).not.toBeNull()
  expect(await server.visitor.does(answerByLink, { token, answer: 'done' })).toMatchObject({
    text: 'Good to hear. The status of your request is Completed.',
  })
  expect(await read(id)).toMatchObject({ quiet_since: null, status: 'completed' })
  const history = await bob.does(listStatusChanges, { id })
  expect(history.at(-1)).toMatchObject({ user_name: 'Ada Osei', to_status: 'completed', is_automatic: false })
})

test('a link does not answer the question of another month', async () => {
  const id = await quiet(ada)
  await mailJobs(server).mail()
  const token = linksIn((await mailsTo(server, ada)).at(-1)?.body)[0]?.token ?? ''
  await ada.does(answerStillLooking, { id, answer: 'yes' })
  await server.owner.run(
    sql`update introduction_requests set quiet_since = now() + interval '31 days' where id = ${id}`,
  )
  expect(await server.visitor.does(checkAnswerLink, { token })).toEqual({ question: null, ended: null })
})
