import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { mailJobs, mailsTo as notificationsTo } from '../../../tests/mail-jobs.ts'
import { runJobs } from '../../../tests/server/run-jobs.ts'
import { type Letter, smtpServer } from '../../../tests/server/smtp.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { saveProfile } from '../../profile/contract.ts'
import { getOffers } from '../contract.ts'
import { mailIntroductions } from './introduction-mail.ts'
import { agreedWith, answers, JANE, startMailingServer, writtenToJane } from './outside-story.ts'

/** What the mail server gets. Ada requests, Bob introduces. Cleo is a member; Jane Broker is not. */
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

const ADAS = 'shared.by.ada@example.com'
const CLEOS = 'shared.by.cleo@example.com'

const agreedWithCleo = () => agreedWith(cleo, ada, bob)

/** Runs the jobs, that of the introductions several times, and returns what the mail server got. */
async function delivered({ emailConfirmation = false, count = 1, refuses = '' } = {}): Promise<Letter[]> {
  const { letters, url } = await smtpServer(undefined, address => (address === refuses ? '550 unknown' : '250 yes'))
  const { stop } = runJobs(server, url, { pollSeconds: 0.5 })
  const failures: unknown[] = []
  const config = { ...server.config, emailConfirmation }
  const mail = () => mailIntroductions({ config, db: server.db, log: error => failures.push(error) })
  await Promise.all([mail(), mail()])
  await mail()
  await expect.poll(() => letters.length, { timeout: 20_000 }).toBe(count)
  const waiting = sql`select 1 from outbox where offer_id is not null and sent_at is null and last_error is null`
  await expect.poll(() => server.owner.rows(waiting), { timeout: 20_000 }).toEqual([])
  await stop()
  expect(failures).toEqual([])
  expect(letters).toHaveLength(count)
  return letters
}
const headersOf = ({ text }: Letter) => (text.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')
const keptInOutbox = () =>
  server.owner.rows(
    sql`select recipient, other_recipients, shown_to, reply_to, subject, body from outbox where offer_id is not null`,
  )
const NOTHING = { recipient: '', other_recipients: [], shown_to: [], reply_to: [], subject: '', body: '' }

test('both share an address that they only typed: one mail, delivered to their accounts, which it does not name', async () => {
  await ada.does(saveProfile, { email: ADAS })
  await cleo.does(saveProfile, { email: CLEOS })
  const { id } = await agreedWithCleo()
  const [letter] = (await delivered()) as [Letter]
  expect(letter.envelope.to).toEqual([ada.email, cleo.email])
  expect(server.config.mailFrom).toContain(letter.envelope.from)
  expect(letter.envelope.from).toMatch(/^[^\s<>]+@[^\s<>]+$/)
  expect(headersOf(letter)).toEqual(
    expect.arrayContaining([
      `To: ${ADAS}, ${CLEOS}`,
      `Reply-To: ${ADAS}, ${CLEOS}`,
      'Subject: Ada Osei and Cleo, please meet',
    ]),
  )
  // In no header, nor in the text, which has no encoded letters in these words.
  expect(letter.text).toContain('We run trucks between rail ramps.')
  for (const { email } of [ada, cleo]) expect(letter.text.toLowerCase()).not.toContain(email.toLowerCase())
  expect(await keptInOutbox()).toEqual([NOTHING])
  // In the app each sees the address that the other shared, and the requester gets no second mail about the yes.
  expect((await cleo.does(getOffers, { id })).asked?.contacts?.requester.email).toBe(ADAS)
  await mailJobs(server).mail()
  expect((await notificationsTo(server, ada)).map(({ subject }) => subject)).not.toContain(
    'Cleo said yes to the introduction for “Freight pilots”',
  )
})

test('a target outside who answered by the link gets it at that address, the requester at that of the account', async () => {
  await ada.does(saveProfile, { email: ADAS })
  await answers(server, (await writtenToJane(server, ada, bob)).token, 'yes')
  const [letter] = (await delivered()) as [Letter]
  expect(letter.envelope.to).toEqual([ada.email, JANE])
  expect(headersOf(letter)).toEqual(expect.arrayContaining([`To: ${ADAS}, ${JANE}`, `Reply-To: ${ADAS}, ${JANE}`]))
  expect(letter.text.toLowerCase()).not.toContain(ada.email.toLowerCase())
  expect(await keptInOutbox()).toEqual([NOTHING])
})

test('the question to a target outside: to them, with the introducer in Reply-To; addresses and names are not kept', async () => {
  await writtenToJane(server, ada, bob)
  const [letter] = (await delivered()) as [Letter]
  expect(letter.envelope.to).toEqual([JANE])
  expect(headersOf(letter)).toEqual(expect.arrayContaining([`To: ${JANE}`, `Reply-To: ${bob.email}`]))
  expect(await keptInOutbox()).toEqual([NOTHING])
})

test('a member whose address is not confirmed gets no copy, if addresses are confirmed here; the other one does', async () => {
  await cleo.does(saveProfile, { email: CLEOS })
  await agreedWithCleo()
  await server.owner.run(sql`update users set email_confirmed_at = now() where id = ${ada.user_id}`)
  await server.owner.run(sql`update users set email_confirmed_at = null where id = ${cleo.user_id}`)
  const [letter] = (await delivered({ emailConfirmation: true })) as [Letter]
  expect(letter.envelope.to).toEqual([ada.email])
  expect(headersOf(letter)).toContain(`To: ${ada.email}, ${CLEOS}`)
})

test('nobody gets one if neither address is confirmed', async () => {
  await agreedWithCleo()
  await server.owner.run(sql`update users set email_confirmed_at = null where id in (${ada.user_id}, ${cleo.user_id})`)
  await delivered({ emailConfirmation: true, count: 0 })
})

test('an account whose mailbox refuses it does not take the mail from the other', async () => {
  await cleo.does(saveProfile, { email: CLEOS })
  await agreedWithCleo()
  const [letter] = (await delivered({ refuses: ada.email })) as [Letter]
  expect(letter.envelope.to).toEqual([cleo.email])
  expect(headersOf(letter)).toContain(`To: ${ada.email}, ${CLEOS}`)
  expect(await keptInOutbox()).toMatchObject([
    { recipient: ada.email, other_recipients: [], shown_to: [ada.email, CLEOS] },
  ])
})
