import type { Page } from '@playwright/test'
import type { statementsOn } from '../database/connection/database.ts'
import { sql } from '../database/connection/sql.ts'
import { deleteEvent } from '../features/events/contract.ts'
import { deleteTopic } from '../features/forum/contract.ts'
import { createIntroductionRequest } from '../features/introductions/contract.ts'
import { deleteInvestor } from '../features/investors/contract.ts'
import { makeOffer, moveOffer, reportAnswer } from '../features/offers/contract.ts'
import { saveThanks } from '../features/outcomes/contract.ts'
import { saveProfile } from '../features/profile/contract.ts'
import { removeResource } from '../features/resources/contract.ts'
import { hashOf, newToken } from '../server/session/session.ts'
import { type Screen, shows, type Writer, type Writing, writeEverywhere, writtenScreens } from '../tests/e2e/written.ts'

/** The menu is a screen of its own only on a phone. */
export const PHONE = { width: 390, height: 844 }

/** The limits of most one-line fields, of titles of resources, of the shortest longer fields and of links. */
const LINE = 200
export const TITLE = 120
const TEXT = 450
const LINK = 300
/** Names of members become links in the texts of others, and are refused with these. */
const NOT_IN_NAMES = /https?:\/\/|www\.|\]\(/i

/** Packs the texts into lines of that length. */
export function packed(texts: string[], longest: number): string[][] {
  const packs: string[][] = []
  for (let i = 0; i < texts.length; i += packs.at(-1)?.length ?? 1) packs.push(fitting(texts.slice(i), longest))
  return packs
}

function fitting(texts: string[], longest: number): string[] {
  let length = texts[0]?.length ?? 0
  let count = 1
  while (count < texts.length && length + 1 + (texts[count]?.length ?? 0) <= longest)
    length += 1 + (texts[count++]?.length ?? 0)
  return texts.slice(0, count)
}

/** Packs the texts into writings, so that each is once in every one-line field and link; in longer fields also those that follow. */
export function writingsOf(texts: string[]): Writing[] {
  let i = 0
  return packed(texts, LINE).map(pack => {
    const text = fitting(texts.slice(i), TEXT).join('\n')
    i += pack.length
    const line = pack.join(' ')
    const name = pack.filter(one => !NOT_IN_NAMES.test(one)).join(' ') || 'Ada'
    const title = fitting(pack, TITLE).join(' ')
    return { line, text, name, title, url: linkWith(line), email: 'ada@example.com' }
  })
}

/** Links contain no blanks and backslashes. */
function linkWith(line: string): string {
  const url = `https://example.com/?q=${line.replace(/\s/g, '+').replaceAll('\\', '%5C')}`
  if (url.length > LINK) throw new Error(`The link is too long: ${url}`)
  return url
}

/** Reports what a page does when a text is taken for HTML: dialogs, blocked or foreign requests. */
export function watch(page: Page, url: string): string[] {
  const found: string[] = []
  page.on('dialog', dialog => {
    found.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', message => {
    if (/Content Security Policy|Refused to/i.test(message.text())) found.push(message.text())
  })
  page.on('request', request => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) found.push(`a request to ${request.url()}`)
  })
  return found
}

export type Injector = Writer & { cookies: string }
type Owner = Pick<ReturnType<typeof statementsOn>, 'run' | 'one'>
/** `found`: what `watch` finds on the page. */
export type Place = { page: Page; found: string[]; url: string; owner: Owner }
export type Opened = { problems: string[]; screens: number }

/** With the rows of several writings at once. */
const LISTS = [
  ...['/', '/activity', '/forum', '/forum?q=a', '/members', '/events', '/investors', '/introduction-requests'],
  ...['/notifications', '/search?q=a', '/settings'],
]

/**
 * Two members write each of the texts into every field, and the first one opens every screen: those of one row for each writing, lists once for
 * all. As the second one a new member for each writing, so that lists show all names.
 */
export async function inject(place: Place, mine: Injector, all: { his: Injector; writing: Writing }[]) {
  const opened: Opened = { problems: [], screens: 0 }
  const open = (screen: Screen) => opens(place, screen, opened)
  const cleanUp: (() => Promise<unknown>)[] = []
  let lists: Screen[] = []
  for (const { his, writing } of all) {
    const made = await writeEverywhere(mine, his, writing)
    const more = await writeMore(place.owner, mine, his, writing, made.request)
    const screens = writtenScreens(made)
    lists = screens.filter(({ address }) => LISTS.includes(address))
    // The same screen before a button is pressed needs no opening of its own.
    const isFirstStep = ({ address, press }: Screen) =>
      !press && screens.some(other => other.address === address && other.press)
    for (const screen of [...screens, ...more]) if (!lists.includes(screen) && !isFirstStep(screen)) await open(screen)
    // '/resources' is opened for each: its button 'Edit' is that of the last row.
    await mine.does(removeResource, { id: made.resource })
    cleanUp.push(
      () => mine.does(deleteTopic, { id: made.topic }),
      () => mine.does(deleteEvent, { id: made.event }),
      () => mine.does(deleteInvestor, { id: made.investor }),
      () => his.does(saveProfile, { full_name: 'Zoe' }),
    )
  }
  for (const screen of [...lists, { address: '/outbox' }]) await open(screen)
  // So that the lists and forms of the next ones show their rows.
  for (const remove of cleanUp) await remove()
  return opened
}

async function opens({ page, found }: Place, screen: Screen, opened: Opened) {
  // Not a screen of the app.
  if (screen.address.startsWith('/outbox')) await page.goto(screen.address)
  else
    await shows({ page }, screen).catch(async error => {
      const busy = await page
        .locator('[data-skeleton], [aria-busy=true]')
        .evaluateAll(all => all.map(one => one.outerHTML.slice(0, 300)))
      throw new Error(
        `${nameOf(screen)} at ${page.url()} did not become complete: ${busy.join(' ') || (await page.locator('body').innerText()).slice(0, 1000)}`,
        { cause: error },
      )
    })
  opened.screens++
  opened.problems.push(...found.splice(0).map(problem => `${nameOf(screen)}: ${problem}`))
}

/** Thanks, the pages of links in mails, the mails, and addresses with the texts. */
async function writeMore(owner: Owner, mine: Injector, his: Injector, writing: Writing, request: number) {
  const { line, text } = writing
  const offerOn = async (id: number) => {
    const [offer] = (await his.does(makeOffer, { id, note: text })).offers
    await mine.does(moveOffer, { id: offer?.id ?? '', to: 'accepted' })
    return offer?.id ?? ''
  }
  const asked = { request_title: line, context: text, your_company: line, target_person: line }
  const thanked = (await mine.does(createIntroductionRequest, asked)).id
  const offer = await offerOn(thanked)
  await his.does(reportAnswer, { id: offer, answer: 'yes' })
  await mine.does(saveThanks, { id: offer, text, is_public: true })

  // The mails of both links are written only with a mail server.
  const [outside, answer] = [newToken(), newToken()]
  const written = await offerOn((await mine.does(createIntroductionRequest, asked)).id)
  const idOf = ({ profile_id }: Injector) => sql`(select user_id from profiles where id = ${profile_id})`
  await owner.one(sql`
    select * from begin_outside_mail(${idOf(his)}, ${written}, ${`${written}@example.com`}, ${hashOf(written)}, ${hashOf(outside)})`)
  await owner.run(sql`
    insert into signed_links (token_hash, purpose, user_id, subject, expires_at)
    select ${hashOf(answer)}, 'answer:offer_made', ${idOf(mine)}, request_id || '/' || id, now() + interval '1 hour'
    from introduction_offers where request_id = ${request}`)
  const mail = await owner.one<{ id: string }>(sql`
    insert into outbox (recipient, subject, body) values ((select email from users where id = ${idOf(mine)}), ${line}, ${text}) returning id`)
  const typed = encodeURIComponent(line)
  return [
    ...[`/introduction-requests?request=${thanked}`, `/introduction?token=${outside}`, `/answer?token=${answer}`],
    ...[
      `/outbox/${mail.id}`,
      `/forum?q=${typed}`,
      `/search?q=${typed}`,
      `/unsubscribe?token=${encodeURIComponent(line.slice(0, 100))}`,
    ],
  ].map(address => ({ address }))
}

/** The title of a link, and title and name of a file: a list of all, and the form of each. */
export async function injectTitles(place: Place, mine: Injector, titles: string[]): Promise<Opened> {
  const opened: Opened = { problems: [], screens: 0 }
  const ids: number[] = []
  for (const title of titles) {
    const query = new URLSearchParams({ title, name: `${title}.txt`, description: title })
    const answer = await fetch(`${place.url}/api/resource-files?${query}`, {
      method: 'POST',
      headers: { cookie: mine.cookies, 'content-type': 'text/plain' },
      body: 'Text',
    })
    if (answer.status !== 201) throw new Error(`${query}: ${answer.status} ${await answer.text()}`)
    ids.push(((await answer.json()) as { id: number }).id)
  }
  for (const id of ids.reverse()) {
    await opens(place, { address: '/resources', press: ['Edit'] }, opened)
    await mine.does(removeResource, { id })
  }
  return opened
}

const nameOf = ({ address, press = [] }: Screen) => [address, ...press].join(' → ')
