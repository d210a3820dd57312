import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { linksIn, mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest, getIntroductionRequest, listStatusChanges } from '../introductions/contract.ts'
import { askWhoIsStillLooking } from '../introductions/still-looking.server.ts'
import { answerByLink, checkAnswerLink } from './contract.ts'

/** What holds for the links of all questions, with 'Still looking?' as the example. */

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from throttles`)
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
})

/** Ada is asked by mail. */
async function asked() {
  const { id } = await ada.does(createIntroductionRequest, {
    request_title: 'Meet a dispatcher',
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
  })
  await server.owner.run(sql`update introduction_requests set created_at = now() - interval '31 days' where id = ${id}`)
  await askWhoIsStillLooking(server)
  await mailJobs(server).mail()
  const link = linksIn((await mailsTo(server, ada)).at(-1)?.body)[0]
  return { id, token: link?.token ?? '', path: link?.path ?? '' }
}
const statusOf = async (id: number) => (await bob.does(getIntroductionRequest, { id })).status
const answer = (body: object) => server.visitor.asks('POST', '/api/answers', body)
const ENDED = 'This link has expired, or the question was answered or has ended meanwhile.'
async function isDead(token: string) {
  expect(await server.visitor.does(checkAnswerLink, { token })).toEqual({ question: null, ended: null })
  const refused = await answer({ token, answer: 'closed' })
  expect([refused.status, refused.json]).toMatchObject([400, { error: ENDED }])
}

test('a scanner that opens the links, or asks what they are about, answers nothing and uses nothing up', async () => {
  const { id, token, path } = await asked()
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
    for (const url of [path, '/api/answers', `/api/answers?token=${token}&answer=closed`])
      await server.app.inject({ method, url })
  expect((await server.app.inject({ url: path })).statusCode).toBe(200)
  // Neither a POST without a body, nor one of a form, nor one with the token in the address.
  for (const url of [path, `/api/answers?token=${token}&answer=closed`]) {
    await server.app.inject({ method: 'POST', url })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await server.app.inject({ method: 'POST', url, headers, payload: `token=${token}&answer=closed` })
  }
  for (let times = 0; times < 3; times++)
    expect(await server.visitor.does(checkAnswerLink, { token })).toMatchObject({
      question: { member: { id: ada.profile_id, full_name: 'Ada Osei' } },
    })
  expect(await statusOf(id)).toBe('pending')
  expect(await server.visitor.does(answerByLink, { token, answer: 'closed' })).toMatchObject({
    path: `/introduction-requests?request=${id}`,
  })
  expect(await statusOf(id)).toBe('declined')
})

test('a link answers once, also when pressed several times at the same moment', async () => {
  const { id, token } = await asked()
  let given: Promise<{ status: number }[]> = Promise.resolve([])
  // Holds the request until both have found the question open and wait for it.
  await server.db.asMember({ user_id: ada.user_id, profile_id: ada.profile_id }, async tx => {
    await tx.run(sql`select from introduction_requests where id = ${id} for no key update`)
    given = Promise.all(['done', 'closed'].map(each => answer({ token, answer: each })))
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => server.owner.rows(waiting)).toHaveLength(2)
  })
  expect((await given).map(({ status }) => status).sort()).toEqual([200, 400])
  const after = await bob.does(getIntroductionRequest, { id })
  const history = await bob.does(listStatusChanges, { id })
  expect(after.quiet_since).toBeNull()
  expect(history.at(-1)?.to_status).toBe(after.status)
  expect(history.length).toBeLessThanOrEqual(2)
  await isDead(token)
  expect(await bob.does(getIntroductionRequest, { id })).toEqual(after)
})

test('the answer is that of the member who got the mail, whoever is signed in; nobody is signed in by it', async () => {
  const { id, token } = await asked()
  const reply = await bob.asks('POST', '/api/answers', { token, answer: 'done' })
  expect([reply.status, reply.headers['set-cookie']]).toEqual([200, undefined])
  expect((await bob.does(listStatusChanges, { id })).at(-1)).toMatchObject({
    user_name: 'Ada Osei',
    to_status: 'completed',
  })
})

test('an answer that is not one of the possible ones is refused at its field, and the link stays usable', async () => {
  const { id, token } = await asked()
  const refused = await answer({ token, answer: 'perhaps' })
  expect([refused.status, refused.json]).toMatchObject([400, { fields: { answer: 'This is not one of the answers.' } }])
  expect((await answer({ token, answer: 'x'.repeat(51) })).status).toBe(400)
  expect((await answer({ token: 'x'.repeat(101), answer: 'yes' })).status).toBe(400)
  expect((await answer({ token })).status).toBe(400)
  expect((await answer({ token, answer: 'done' })).status).toBe(200)
  expect(await statusOf(id)).toBe('completed')
})

test('a failed answer does not use the link up', async () => {
  const { id, token } = await asked()
  await server.owner.run(
    sql`alter table introduction_requests add constraint refuses check (status <> 'completed') not valid`,
  )
  expect((await answer({ token, answer: 'done' })).status).toBe(400)
  await server.owner.run(sql`alter table introduction_requests drop constraint refuses`)
  expect((await answer({ token, answer: 'done' })).status).toBe(200)
  expect(await statusOf(id)).toBe('completed')
})

test('a link ends with its time, another password or address, and a disabled account, also when that is enabled again', async () => {
  await isDead('invented')
  await isDead('')
  const ends = [
    sql`update signed_links set expires_at = now()`,
    sql`update users set password_hash = 'another'`,
    sql`update users set email = 'later.' || email`,
    sql`update users set disabled_at = now()`,
  ]
  for (const end of ends) {
    ada = await server.member('Ada Osei')
    const { id, token } = await asked()
    await server.owner.run(sql`${end} where ${end === ends[0] ? sql`user_id` : sql`id`} = ${ada.user_id}`)
    await isDead(token)
    await server.owner.run(sql`update users set disabled_at = null, email = ${ada.email} where id = ${ada.user_id}`)
    await isDead(token)
    expect(await statusOf(id)).toBe('pending')
  }
})

test('links for other purposes answer nothing, and a link is used only by its member', async () => {
  const { id, token } = await asked()
  const used = sql`select 1 from signed_links where user_id = ${ada.user_id} and used_at is not null`
  const hash = sql`(select token_hash from signed_links where user_id = ${ada.user_id} and purpose like 'answer:%')`
  const { token_hash } = await server.owner.one<{ token_hash: Buffer }>(sql`select ${hash} as token_hash`)
  expect(await bob.sql(sql`select use_answer_link(${token_hash}) as is_used`)).toEqual([{ is_used: false }])
  expect(await server.owner.rows(used)).toEqual([])
  await server.owner.run(sql`update signed_links set purpose = 'answer:mention' where token_hash = ${token_hash}`)
  await isDead(token)
  await server.owner.run(sql`update signed_links set purpose = 'unsubscribe' where token_hash = ${token_hash}`)
  await isDead(token)
  expect(await statusOf(id)).toBe('pending')
})

test('many tries from one network are refused for a while', async () => {
  const statuses = new Set<number>()
  for (let times = 0; times < 101; times++) statuses.add((await answer({ token: 'guess', answer: 'yes' })).status)
  expect([...statuses]).toEqual([400, 429])
})

test('expired links are deleted', async () => {
  await asked()
  await server.owner.run(sql`update signed_links set expires_at = now() where user_id = ${ada.user_id}`)
  const { clean } = await import('../../server/jobs/cleaning.ts')
  const failures: unknown[] = []
  await clean(server.db, server.config, error => failures.push(error))
  expect(failures).toEqual([])
  expect(await server.owner.rows(sql`select 1 from signed_links where user_id = ${ada.user_id}`)).toEqual([])
})
