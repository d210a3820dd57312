import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { mailJobs, mailsTo as notificationsTo } from '../../../tests/mail-jobs.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { updateIntroductionRequest } from '../../introductions/contract.ts'
import { updateNotificationSettings } from '../../notifications/contract.ts'
import { saveProfile } from '../../profile/contract.ts'
import { getOffers, makeOffer, reportAnswer } from '../contract.ts'
import { accepted, requestFor, requestOf, told } from '../story.ts'
import { mailIntroductions } from './introduction-mail.ts'
import {
  agreedWith,
  answers,
  check,
  JANE,
  lastMailTo,
  mailsTo,
  startMailingServer,
  tokenOf,
  writtenToJane,
} from './outside-story.ts'

/** Ada requests, Bob introduces. Cleo is a member; Jane Broker is not. */
let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
beforeAll(async () => {
  server = await startMailingServer(inject('adminUrl'))
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from outbox`)
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
  cleo = await server.member('Cleo')
})

const failures: unknown[] = []
const mail = (more: { smtpUrl?: string } = {}) =>
  mailIntroductions({ config: { ...server.config, ...more }, db: server.db, log: error => failures.push(error) })
const subjects = async (member: Member) => (await notificationsTo(server, member)).map(({ subject }) => subject)

const agreedWithCleo = () => agreedWith(cleo, ada, bob)
async function agreedWithJane() {
  const written = await writtenToJane(server, ada, bob)
  await answers(server, written.token, 'yes')
  return written
}

test('between members: one mail to both, which replaces the mail that tells the requester of the yes', async () => {
  await cleo.does(saveProfile, { email: cleo.email.toUpperCase() })
  await agreedWithCleo()
  const jobs = mailJobs(server)
  await jobs.mail()
  await Promise.all([mail(), mail()])
  await mail()
  expect(failures).toEqual([])
  const [introduction, ...others] = await mailsTo(server, ada.email)
  expect(others).toEqual([])
  // The addresses that each agreed to share.
  const both = [ada.email, cleo.email.toUpperCase()]
  expect(introduction).toMatchObject({
    recipient: ada.email,
    other_recipients: [cleo.email],
    shown_to: both,
    reply_to: both,
    subject: 'Ada Osei and Cleo, please meet',
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  expect(introduction?.body).toContain(
    'Bob Kowalski introduces you to each other: Ada Osei of Lakeline asked to meet Cleo, and you both said yes.\n\n> We run trucks between rail ramps.',
  )
  const yes = 'Cleo said yes to the introduction for “Freight pilots”'
  expect(await subjects(ada)).not.toContain(yes)
  expect(await subjects(bob)).toContain(yes)
  expect((await told(ada))[0]).toMatchObject({ kind: 'introduction_agreed', is_read: false })
  expect(await toldByMail()).toHaveLength(1)
})

/** The requester's notification of the yes, marked as mailed: neither a mail nor the digest tells it. */
const toldByMail = () =>
  server.owner.rows(sql`
    select 1 from notification_mails m join notifications n on n.id = m.notification_id
    where n.user_id = ${ada.user_id} and n.kind = 'introduction_agreed' and m.mailed_until > 0 and m.due_at is null`)

test('with a target outside who said yes by the link: to the requester and the address that was shared', async () => {
  await ada.does(updateNotificationSettings, { ways: { introduction_agreed: 'digest' } })
  await agreedWithJane()
  expect(await toldByMail()).toHaveLength(1)
  await mail()
  const introduction = await lastMailTo(server, JANE)
  expect(introduction).toMatchObject({
    recipient: ada.email,
    other_recipients: [JANE],
    shown_to: [ada.email, JANE],
    reply_to: [ada.email, JANE],
    subject: 'Ada Osei and Jane Broker, please meet',
  })
  // No link of either is in a mail to both.
  expect(introduction.body + introduction.html).not.toContain('token=')
})

test('a reported yes sends none: we have no address, and the introducer connects them', async () => {
  const id = await requestFor(ada, null)
  const offer = await accepted(ada, bob, id)
  await bob.does(reportAnswer, { id: offer, answer: 'yes' })
  await mail()
  await mailJobs(server).mail()
  expect(await mailsTo(server, ada.email)).toEqual([])
  expect(await subjects(ada)).toContain('Bob Kowalski reported a yes to the introduction for “Freight pilots”')
})

test('without a mail server none is sent, not even later', async () => {
  const { id } = await agreedWithCleo()
  await mail({ smtpUrl: undefined })
  await mail()
  expect(await mailsTo(server, ada.email)).toEqual([])
  expect((await ada.does(getOffers, { id })).offers[0]?.contacts?.target?.email).toBe(cleo.email)
})

test.each<[string, (id: number) => Promise<unknown>]>([
  ['has ended', id => ada.does(updateIntroductionRequest, { id, status: 'declined' })],
  ['lost its target', () => server.owner.run(sql`select delete_account(${cleo.user_id}, 'anonymise')`)],
  [
    'has a disabled requester',
    () => server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`),
  ],
])('an introduction that %s meanwhile is not sent', async (_, ends) => {
  const { id } = await agreedWithCleo()
  await ends(id)
  await mail()
  expect(await mailsTo(server, ada.email)).toEqual([])
  expect(failures).toEqual([])
})

test('one that waits for the mail server is taken back when the offer ends', async () => {
  const { id } = await agreedWithCleo()
  await mail()
  expect(await mailsTo(server, ada.email)).toHaveLength(1)
  await ada.does(updateIntroductionRequest, { id, status: 'declined' })
  expect(await mailsTo(server, ada.email)).toEqual([])
})

test('neither mail nor page contains what only some members know', async () => {
  const id = await requestOf(ada, {
    request_title: 'Private title',
    target_person: 'Jane Broker',
    target_email: 'secret.target@example.com',
  })
  await cleo.does(makeOffer, { id, note: 'Note of Cleo' })
  const offer = await accepted(ada, bob, id)
  await bob.asks('POST', `/api/offers/${offer}/mail`, { email: JANE })
  const asking = await lastMailTo(server, JANE)
  const page = await server.app.inject({ url: `/introduction?token=${tokenOf(asking)}` })
  const before = [
    asking.subject,
    asking.body,
    asking.html,
    JSON.stringify(await check(server, tokenOf(asking))),
    page.body,
  ]
  const never = [
    'secret.target',
    'Cleo',
    'I know them well',
    'Private title',
    String(ada.user_id),
    String(bob.user_id),
    offer,
  ]
  for (const word of [...never, ada.email]) expect(before.join('\n')).not.toContain(word)
  // The account address of the introducer is in Reply-To only.
  expect(before.join('\n')).not.toContain(bob.email)
  await answers(server, tokenOf(asking), 'yes')
  await mail()
  const { subject, body, html } = await lastMailTo(server, JANE)
  for (const word of [...never, bob.email]) expect([subject, body, html].join('\n')).not.toContain(word)
})
