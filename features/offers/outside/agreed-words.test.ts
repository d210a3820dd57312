import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { migrate } from '../../../database/migrate/migrate.ts'
import { postMail } from '../../../server/mail/mail.ts'
import { userOf } from '../../../server/preflight.ts'
import { loadFixture } from '../../../tests/fixtures/schemas/fixture.ts'
import { emptyDatabase } from '../../../tests/setup/make-database.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { saveBlurb, updateIntroductionRequest } from '../../introductions/contract.ts'
import { saveProfile } from '../../profile/contract.ts'
import { mailIntroductions } from './introduction-mail.ts'
import { agreedWith, answers, JANE, lastMailTo, mailsTo, startMailingServer, writtenToJane } from './outside-story.ts'

/** The introduction says what was there at the yes. Ada requests, Bob introduces. Cleo is a member; Jane Broker is not. */
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

async function mail(of = server, smtpUrl: string | undefined = of.config.smtpUrl) {
  const failures: unknown[] = []
  await mailIntroductions({ config: { ...of.config, smtpUrl }, db: of.db, log: error => failures.push(error) })
  expect(failures).toEqual([])
}
const agreedWithCleo = () => agreedWith(cleo, ada, bob)
const planned = (offer: string) =>
  server.owner.one<{ words: Record<string, string> | null; is_posted: boolean }>(
    sql`select words, posted_at is not null as is_posted from introduction_mails where offer_id = ${offer}`,
  )
const FORGOTTEN = { words: null, is_posted: true }

/** What the requester changes between the yes and the job. */
async function rewrites(id: number) {
  await ada.does(saveBlurb, { id, text: 'Buy my coins at coins.example.' })
  await ada.does(updateIntroductionRequest, { id, your_company: 'Coins Unlimited', context: 'Coins for everybody.' })
  await ada.does(saveProfile, { full_name: 'Ada Coin' })
}

test('members: what the requester changes after the yes is not in the mail, and the words are not kept', async () => {
  const { id, offer } = await agreedWithCleo()
  await rewrites(id)
  await bob.does(saveProfile, { full_name: 'Bob Coin' })
  await mail()
  const { subject, body, html } = await lastMailTo(server, cleo.email)
  expect(subject).toBe('Ada Osei and Cleo, please meet')
  expect(body).toContain(
    'Bob Kowalski introduces you to each other: Ada Osei of Lakeline asked to meet Cleo, and you both said yes.\n\n> We run trucks between rail ramps.',
  )
  expect(`${body} ${html}`).not.toMatch(/coin/i)
  expect(await planned(offer)).toEqual(FORGOTTEN)
})

test('a target outside: the same', async () => {
  const { id, token } = await writtenToJane(server, ada, bob)
  await answers(server, token, 'yes')
  await rewrites(id)
  await mail()
  const { subject, body } = await lastMailTo(server, JANE)
  expect(subject).toBe('Ada Osei and Jane Broker, please meet')
  expect(body).toContain('> We run trucks between rail ramps.')
  expect(body).not.toMatch(/coin/i)
})

test.each<[string, (given: { id: number; offer: string }) => Promise<unknown>]>([
  ['there is no mail server', () => mail(server, '')],
  [
    'it has waited for a day',
    async ({ offer }) => {
      await server.owner.run(
        sql`update introduction_mails set planned_at = now() - interval '25 hours' where offer_id = ${offer}`,
      )
      await mail()
    },
  ],
  [
    'it never had any',
    async ({ offer }) => {
      await server.owner.run(sql`update introduction_mails set words = null where offer_id = ${offer}`)
      await mail()
    },
  ],
  ['the offer ends', ({ id }) => ada.does(updateIntroductionRequest, { id, status: 'declined' })],
  ['the target leaves', () => server.owner.run(sql`select delete_account(${cleo.user_id}, 'anonymise')`)],
  [
    'the requester is disabled',
    async () => {
      await server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`)
      await mail()
    },
  ],
])('the words are forgotten, and no mail is sent, when %s', async (_, happens) => {
  const given = await agreedWithCleo()
  expect(await planned(given.offer)).toMatchObject({ words: { requester: 'Ada Osei' }, is_posted: false })
  await happens(given)
  expect(await planned(given.offer)).toEqual(FORGOTTEN)
  await mail()
  expect(await mailsTo(server, ada.email)).toEqual([])
})

test('an offer that ends while the job writes the mail takes it back', async () => {
  const { id, offer } = await agreedWithCleo()
  let ends: Promise<unknown> = Promise.resolve()
  await server.db.asSystem(async tx => {
    await tx.run(sql`select * from claim_introduction(${offer}, false)`)
    ends = ada.does(updateIntroductionRequest, { id, status: 'declined' })
    const waits = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => server.owner.rows(waits), { timeout: 5000 }).toHaveLength(1)
    await postMail(tx, { recipient: ada.email, subject: 'Meet', body: 'Words', offerId: offer })
  })
  await ends
  expect(await mailsTo(server, ada.email)).toEqual([])
})

test('an introducer who leaves before the mail is not named in it', async () => {
  const { offer } = await agreedWithCleo()
  await server.owner.run(sql`select delete_account(${bob.user_id}, 'anonymise')`)
  expect(await planned(offer)).toMatchObject({ words: { introducer: '', requester: 'Ada Osei' } })
  await mail()
  const { body, html } = await lastMailTo(server, cleo.email)
  expect(body).toContain('A member introduces you to each other: Ada Osei of Lakeline asked to meet Cleo')
  expect(`${body} ${html}`).not.toContain('Bob')
})

test('neither members nor the server read the words', async () => {
  const { offer } = await agreedWithCleo()
  const words = sql`select words from introduction_mails where offer_id = ${offer}`
  for (const member of [ada, bob, cleo]) await expect(member.sql(words)).rejects.toThrow(/permission denied/)
  await expect(server.db.asSystem(tx => tx.rows(words))).rejects.toThrow(/permission denied/)
})

test('one that was planned before there were words is sent with those of the upgrade', async () => {
  const database = await emptyDatabase(inject('adminUrl'))
  try {
    await loadFixture('0024-40.jsonl.gz', database.url)
    await database.run('update introduction_mails set planned_at = now()')
    await migrate(database.url, userOf(database.url))
    const upgraded = await startMailingServer(inject('adminUrl'), database.url)
    try {
      await mail(upgraded)
      const { rows } = await database.run(`select body from outbox where offer_id is not null`)
      expect(rows.map(({ body }) => String(body).split('\n')[2])).toEqual(['> Looking for pilots'])
    } finally {
      await upgraded.close()
    }
  } finally {
    await database.drop()
  }
}, 120_000)
