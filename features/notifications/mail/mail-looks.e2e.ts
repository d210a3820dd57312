import type { Page } from '@playwright/test'
import { sql } from '../../../database/connection/sql.ts'
import { htmlOfText } from '../../../server/mail/account-html.ts'
import { violationsOn } from '../../../tests/e2e/axe.ts'
import { expect, lookAt, mainFor, test } from '../../../tests/e2e/fixtures.ts'
import { mailJobs, mailsTo, zoneAtHour } from '../../../tests/mail-jobs.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { forgotPassword } from '../../auth/contract.ts'
import { createEvent, updateEvent } from '../../events/contract.ts'
import { createReply, createTopic, followTopic, likeTopic } from '../../forum/contract.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  updateIntroductionRequest,
} from '../../introductions/contract.ts'
import { askWhoIsStillLooking } from '../../introductions/still-looking.server.ts'
import { addInvestor, postComment } from '../../investors/contract.ts'
import { askThoseWhoKnow, setTie } from '../../ties/contract.ts'
import { updateNotificationSettings } from '../contract.ts'
import { offerActs, outcomeAsked } from '../offer-acts.ts'
import { type Kind, kinds } from '../shared/kinds.ts'

const mailed = kinds.filter(kind => kind !== 'account_safety')
const idOf = ({ profile_id }: Member) => profile_id ?? 0

const WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
const ordinary = {
  writer: 'Priya Raman',
  title: 'Who does payroll for a team of five?',
  text: 'We moved to Gusto last spring and would not go back. Setting it up took an afternoon, and their support answers within the hour.',
}
/** What members may write, at its worst. */
const extreme = {
  writer: `Bartholomäus ${WORD.slice(0, 60)}`,
  title: `<b>Markup</b> & ${WORD}`,
  text: `<img src="http://127.0.0.1:9/pixel.png"> **bold** [link](https://example.com/${WORD})\n\n- ${WORD} https://example.com/${WORD}`,
}
type Words = typeof ordinary

/** Each kind, as `writer` causes it for Ada. */
const acts: Record<(typeof mailed)[number], (people: People, words: Words) => Promise<unknown>> = {
  async mention({ ada, writer, cleo }, { title, text }) {
    const { id } = await topicOf(cleo, title)
    await writer.does(createReply, { id, content: `@Ada Osei ${text}`, mentions: [idOf(ada)] })
  },
  async my_topic_reply({ ada, writer }, { title, text }) {
    await writer.does(createReply, { id: (await topicOf(ada, title)).id, content: text })
  },
  async followed_topic_reply({ ada, writer, cleo }, { title, text }) {
    const { id } = await topicOf(cleo, title)
    await ada.does(followTopic, { id })
    await writer.does(createReply, { id, content: text })
  },
  topic_like: async ({ ada, writer }, { title }) => writer.does(likeTopic, { id: (await topicOf(ada, title)).id }),
  request_target: ({ ada, writer }, { title }) =>
    requestOf(writer, title, { target_person: 'Ada Osei', target_profile_id: idOf(ada) }),
  async asked_to_introduce({ ada, writer, cleo }, { title }) {
    const { id } = await cleo.does(addInvestor, { name: title, firm: 'Prairie Seed' })
    await ada.does(setTie, { id, kind: 'met' })
    const request = await requestOf(writer, title, { target_investor_id: id })
    await writer.does(askThoseWhoKnow, { id: request.id })
  },
  ...offerActs,
  outcome_asked: outcomeAsked,
  asked_by_name: ({ ada, writer }, { title }) =>
    requestOf(writer, title, { target_person: title, ask_profile_ids: [idOf(ada)] }),
  my_request_comment: async ({ ada, writer }, { title, text }) =>
    writer.does(addIntroductionComment, { requestId: (await requestOf(ada, title)).id, comment_text: text }),
  async joined_request_comment({ ada, writer, cleo }, { title, text }) {
    const requestId = (await requestOf(cleo, title)).id
    await ada.does(addIntroductionComment, { requestId, comment_text: 'Me too' })
    await writer.does(addIntroductionComment, { requestId, comment_text: text })
  },
  async request_status({ ada, writer }, { title }) {
    const { id } = await requestOf(writer, title)
    await ada.does(addIntroductionComment, { requestId: id, comment_text: 'Me too' })
    await writer.does(updateIntroductionRequest, { id, status: 'in_progress' })
  },
  async still_looking({ ada, server }, { title }) {
    const { id } = await requestOf(ada, title)
    await server.owner.run(
      sql`update introduction_requests set created_at = now() - interval '31 days' where id = ${id}`,
    )
    await askWhoIsStillLooking(server)
  },
  async investor_comment({ ada, writer }, { title, text }) {
    const { id } = await ada.does(addInvestor, { name: title, firm: 'Prairie Seed' })
    await writer.does(postComment, { id, content: text })
  },
  async event_change({ ada, writer }, { title }) {
    const { id } = await ada.does(createEvent, {
      title,
      description: 'Six',
      location: 'mHUB',
      event_date: '2030-06-01',
    })
    await writer.does(updateEvent, { id, description: 'Seven' })
  },
}
type People = { server: TestServer; ada: Member; writer: Member; cleo: Member }

const topicOf = (member: Member, title: string) => member.does(createTopic, { title, content: 'Who does it?' })
const requestOf = (member: Member, title: string, more = {}) =>
  member.does(createIntroductionRequest, {
    request_title: title,
    context: 'Looking for pilots',
    your_company: 'Lake',
    ...more,
  })

const peopleOf = async (server: TestServer, ada: Member, { writer }: Words): Promise<People> => ({
  server,
  ada,
  writer: await server.member(writer),
  cleo: await server.member('Cleo Brandt'),
})

/** The buttons that answer the question of a mail (features/answers). */
const answersIn: Partial<Record<Kind, (words: Words) => string[]>> = {
  asked_to_introduce: () => ['I can introduce you', 'Not this time'],
  asked_by_name: () => ['I can introduce you', 'Not this time'],
  still_looking: () => ['Yes, still looking', 'No, close it', 'Done, we met'],
  offer_made: ({ writer }) => [`Accept the offer of ${writer}`],
  introduction_wanted: () => ['Yes, introduce us', 'Not now'],
  outcome_asked: () => ['We met, and it was useful', 'We met, but it was not useful', 'We have not met'],
}

/** The landmarks of the page are those of the mail client, which shows a mail as an article. */
const isOfMails = (violation: string) => !/^(region|landmark-one-main):/.test(violation)

/** Shows the mail without a server, in every width and colour. */
async function examine(page: Page, name: string, html: string) {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.setContent(html, { waitUntil: 'load' })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await violationsOn(page)).filter(isOfMails), `${name}, ${colorScheme}`).toEqual([])
  }
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 720 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await overflow(), `${name} at ${width} px`).toBe(0)
  }
  await page.setViewportSize({ width: 800, height: 720 })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: 800, height })
  await lookAt(page, `mail-${name}`)
  expect(asked, name).toEqual([])
}

for (const [how, words] of Object.entries({ ordinary, extreme })) {
  test(
    `a mail of each kind, with ${how} names and texts`,
    mainFor(how, 'ordinary'),
    async ({ ada, server, visitor: { page } }) => {
      const people = await peopleOf(server, ada.member.http, words)
      const ways = Object.fromEntries(mailed.map(kind => [kind, 'mail' as const]))
      await people.ada.does(updateNotificationSettings, { ways })
      const jobs = mailJobs(server)
      for (const kind of mailed) {
        // Also: not more than ten mails a day.
        await server.owner.run(sql`delete from notifications`)
        await server.owner.run(sql`delete from member_mails`)
        await acts[kind](people, words)
        await jobs.mail()
        const [mail] = (await mailsTo(server, people.ada)).slice(-1)
        await page.setContent('')
        await examine(page, `${kind}-${how}`, mail?.html ?? '')
        // Nobody asks whether the member is still looking or met somebody, and who was chosen is not told.
        const isUnnamed = ['still_looking', 'offer_passed', 'outcome_asked'].includes(kind)
        const named = isUnnamed ? words.title : words.writer
        await expect(page.getByRole('heading', { level: 1 })).toContainText(named)
        await expect(page.locator('b, img')).toHaveCount(0)
        const buttons = answersIn[kind]?.(words) ?? []
        await expect(page.locator('a[href*="/answer?"]')).toHaveText(buttons)
      }
      expect(jobs.failures).toEqual([])
    },
  )

  test(`a digest with ${how} names and texts`, async ({ ada, server, visitor: { page } }) => {
    const people = await peopleOf(server, ada.member.http, words)
    await people.ada.does(updateNotificationSettings, {
      time_zone: zoneAtHour(8),
      ways: Object.fromEntries(mailed.map(kind => [kind, 'digest' as const])),
    })
    await server.owner.run(sql`update users set created_at = now() - interval '2 days'`)
    await server.owner.run(sql`
      update profiles set needs = '{Funding,Hiring}', can_help_with = '{Funding,Hiring}', title = 'Founder', company_name = ${words.title}`)
    for (const kind of mailed) await acts[kind](people, words)
    const { id } = await topicOf(people.cleo, words.title)
    await people.writer.does(createReply, { id, content: words.text })
    await requestOf(people.writer, words.title)
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
    const event = { title: words.title, description: 'Six', location: words.title, event_date: tomorrow }
    await people.cleo.does(createEvent, event)
    const jobs = mailJobs(server)
    await jobs.mail()
    await jobs.digest()
    expect(jobs.failures).toEqual([])
    const [mail] = (await mailsTo(server, people.ada)).slice(-1)
    await examine(page, `digest-${how}`, mail?.html ?? '')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'For you',
      'New members who offer what you look for',
      'New requests you could help with',
      'Most answered topics',
      'Coming events',
    ])
  })
}

test('a mail about the account has the same look', async ({ ada, server, visitor: { page } }) => {
  await server.visitor.does(forgotPassword, { email: ada.member.email })
  const mail = await server.owner.one<{ subject: string; body: string }>(
    sql`select subject, body from outbox where recipient = ${ada.member.email}`,
  )
  await examine(page, 'account', htmlOfText(server.config, mail))
})
