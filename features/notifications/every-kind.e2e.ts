import { sql } from '../../database/connection/sql.ts'
import { expect, mainFor, type Person, test } from '../../tests/e2e/fixtures.ts'
import { mailJobs, mailsTo, zoneAtHour } from '../../tests/mail-jobs.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createTopic } from '../forum/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { commands } from '../operator/commands.ts'
import { actRows } from './act-rows.ts'
import { asks, comments, likes, type Row, replies, topic, writesAbout } from './acts.ts'
import { updateNotificationSettings } from './contract.ts'

const rows: Row[] = [
  ...actRows,
  {
    act: 'what the operator hides before it was read tells nothing',
    given: topic,
    async does({ bob, server }, id) {
      // Bob has the topic open.
      bob.expects(/404/)
      await replies(bob, id, 'We use Gusto.')
      await notifyFollowers(server)
      await commands.hide?.run(server.owner, 'post', String(id))
    },
    ada: null,
    eve: null,
  },
]

// `npm test` has the others over HTTP: notifications.test.ts and features/offers/notifications.test.ts.
const inEveryRun = [
  'a reply tells the author of the topic and its followers',
  'a yes tells the requester and the introducer',
]

for (const { act, given, does, ...expected } of rows) {
  test(act, mainFor(act, ...inEveryRun), async ({ ada, bob, eve, server }) => {
    const people = { ada, bob, eve, server }
    await letDigestsBeDue(server, ada, bob, eve)
    const id = await given(people)
    const jobs = mailJobs(server)
    await jobs.mail()
    await server.owner.run(sql`delete from notifications`)
    await server.owner.run(sql`delete from outbox`)
    for (const person of [ada, eve]) await person.opens('/resources')

    await does(people, id)
    // Away from an open dialog.
    await bob.opens('/resources')
    // The job of the followers, and two minutes later.
    await jobs.mail()
    const arrived = { ada: expected.ada, eve: expected.eve, bob: null }
    for (const name of ['ada', 'eve', 'bob'] as const) {
      const at = arrived[name]
      const { page } = people[name]
      const bell = page.getByRole('button', { name: /^Notifications/ })
      await expect(bell, name).toHaveAccessibleName(at ? 'Notifications, 1 unread' : 'Notifications')
      await bell.click()
      const items = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
      if (at) await expect(items, name).toHaveText([new RegExp(`Unread: ${at.bell.replaceAll('?', '\\?')}(?! and )`)])
      else await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText('All quiet'), name).toBeVisible()
      expect(await subjects(server, people[name]), name).toEqual(at?.also === 'mail' ? [at.bell] : [])
    }
    await server.owner.run(sql`delete from outbox`)
    await jobs.digest()
    for (const name of ['ada', 'eve', 'bob'] as const) {
      const at = arrived[name]
      expect(await subjects(server, people[name]), `${name}’s digest`).toEqual(at?.also === 'digest' ? [at.bell] : [])
    }
    expect(jobs.failures).toEqual([])
  })
}

test('own acts tell nobody oneself', { tag: '@main' }, async ({ ada, server }) => {
  const jobs = mailJobs(server)
  await letDigestsBeDue(server, ada)
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await replies(ada, id, 'I asked around.')
  await likes(ada, id)
  await comments(ada, (await asks(ada, { target_person: 'Ada Osei' })).id, 'Still looking.')
  const { id: investorId } = await ada.member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await writesAbout(ada, investorId, 'Answers quickly.')
  await jobs.mail()
  await jobs.digest()
  await expect(ada.page.getByRole('button', { name: /^Notifications/ })).toHaveAccessibleName('Notifications')
  expect(await subjects(server, ada)).toEqual([])
})

const subjects = async (server: TestServer, { member }: Person) =>
  (await mailsTo(server, member.http)).map(mail => mail.subject)

/** Members of two days, in whose time zone it is eight in the morning. */
async function letDigestsBeDue(server: TestServer, ...people: Person[]) {
  await server.owner.run(sql`update users set created_at = now() - interval '2 days'`)
  for (const { member } of people) await member.http.does(updateNotificationSettings, { time_zone: zoneAtHour(8) })
}
