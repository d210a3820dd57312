import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic, likeTopic } from '../../features/forum/contract.ts'
import { addIntroductionComment, createIntroductionRequest, saveBlurb } from '../../features/introductions/contract.ts'
import { addInvestor, postComment } from '../../features/investors/contract.ts'
import { makeOffer } from '../../features/offers/contract.ts'
import { saveProfile } from '../../features/profile/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import type { Member } from '../test-server.ts'
import type { Person } from './fixtures.ts'

/**
 * Texts for every field: a line, several lines, a URL and an email address. `name`: instead of the line in the names of members. `title`: in the
 * titles of resources, which are shorter.
 */
export type Writing = { line: string; text: string; url: string; email: string; name?: string; title?: string }

const profileOf = ({ line, text, url, email, name = line }: Writing) => ({
  full_name: name,
  title: line,
  company_name: line,
  company_description: text,
  bio: text,
  location: line,
  website: url,
  company_website: url,
  linkedin_url: url,
  twitter_handle: url,
  github: url,
  email,
  phone: '1'.repeat(50),
  phone_visibility: 'members' as const,
  industry: 'SaaS' as const,
  stage: 'MVP' as const,
  needs: ['Funding' as const],
  can_help_with: ['Hiring' as const],
})

/** A member who writes through the API. */
export type Writer = Pick<Member, 'does' | 'profile_id'>

/** Two members write the same texts into every field of every kind of row. */
export async function writeEverywhere(mine: Writer, his: Writer, writing: Writing) {
  const { line, text, url, email, title = line } = writing
  for (const who of [mine, his]) await who.does(saveProfile, profileOf(writing))
  const topic = await mine.does(createTopic, { title: line, content: text })
  for (const who of [mine, his]) await who.does(createReply, { id: topic.id, content: text })
  await his.does(likeTopic, { id: topic.id })
  const event = await mine.does(createEvent, {
    title: line,
    description: text,
    location: line,
    event_date: '2099-05-01',
    meeting_link: url,
  })
  const investor = await mine.does(addInvestor, {
    ...{ name: line, title: line, firm: line, description: text, notes: text },
    ...{ email, website: url, linkedin: url, twitter: url },
    ...{ focus: ['SaaS', 'Fintech', 'Marketplaces', 'Climate'], stage: ['Seed'], check_size: '$5M+' },
  })
  for (const who of [mine, his]) await who.does(postComment, { id: investor.id, content: text, rating: 4 })
  const resource = await mine.does(shareLink, { title, description: text, url })
  const request = await mine.does(createIntroductionRequest, {
    ...{ request_title: line, context: text, your_company: line },
    ...{ target_person: line, target_email: email, urgency: 'high' },
  })
  await mine.does(saveBlurb, { id: request.id, text })
  await his.does(makeOffer, { id: request.id, note: text })
  for (const who of [mine, his]) await who.does(addIntroductionComment, { requestId: request.id, comment_text: text })
  return {
    topic: topic.id,
    event: event.id,
    investor: investor.id,
    resource: resource.id,
    request: request.id,
    member: his.profile_id,
  }
}

type Made = Awaited<ReturnType<typeof writeEverywhere>>
/** An address, and the buttons to press there in order. */
export type Screen = { address: string; press?: (string | RegExp)[] }

/** Every screen and dialog that shows member content or has it in its fields. */
export const writtenScreens = ({ topic, event, investor, request, member }: Made): Screen[] => [
  { address: '/' },
  { address: '/', press: ['Open menu'] },
  { address: '/activity' },
  { address: '/forum' },
  { address: '/forum', press: ['Edit'] },
  { address: '/forum?q=a' },
  { address: `/forum/${topic}` },
  { address: `/forum/${topic}`, press: ['Edit'] },
  { address: '/members' },
  { address: `/members?member=${member}` },
  { address: `/members/${member}` },
  { address: `/members/${member}`, press: ['Connect'] },
  { address: '/profile' },
  { address: '/profile?edit=all' },
  { address: '/events' },
  { address: `/events?event=${event}` },
  { address: `/events?event=${event}`, press: ['Edit'] },
  { address: '/investors' },
  { address: `/investors?investor=${investor}` },
  { address: `/investors?investor=${investor}`, press: ['Edit comment'] },
  { address: `/investors?investor=${investor}`, press: ['Edit'] },
  { address: '/resources' },
  { address: '/resources', press: ['Edit'] },
  { address: '/introduction-requests' },
  { address: `/introduction-requests?request=${request}` },
  { address: `/introduction-requests?request=${request}`, press: ['Edit'] },
  { address: `/introduction-requests?request=${request}`, press: ['Change blurb'] },
  { address: `/create-introduction-request?member=${member}` },
  { address: '/notifications' },
  { address: '/', press: [/^Notifications/] },
  { address: '/search?q=a' },
  { address: '/settings' },
]

/** With these addresses a dialog is open. Its code may be loaded after the screen is complete. */
const WITH_DIALOG = /^\/(events\?event|introduction-requests\?request)=/

/** Opens the screen and waits until it is complete. */
export async function shows({ page }: Pick<Person, 'page'>, { address, press = [] }: Screen) {
  await page.goto(address, { waitUntil: 'load' })
  await page.getByRole('heading').first().waitFor()
  if (WITH_DIALOG.test(address)) await page.getByRole('dialog').first().waitFor()
  // Below a list that has further pages, skeletons stay until it is scrolled.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-skeleton], [aria-busy=true]')].every(busy =>
      busy.closest('[aria-label^="Loading more"]'),
    ),
  )
  for (const name of press) {
    const open = page.locator('[role=dialog]').getByRole('button', { name, exact: true })
    const button = (await open.count()) > 0 ? open : page.getByRole('button', { name, exact: true })
    const pressed = await button.last().elementHandle()
    await pressed?.click()
    // The code of a dialog or menu is loaded when it is opened. Then it takes the focus.
    await page.waitForFunction(element => document.activeElement !== element, pressed)
    await page.evaluate(async () => {
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      // A dialog or menu that still slides in is partly outside the screen.
      const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
      await Promise.allSettled(moving.map(({ finished }) => finished))
    })
  }
}
