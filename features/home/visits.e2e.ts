import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { restsScrolled } from '../../tests/e2e/scrolling.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, visitTopic } from '../forum/contract.ts'
import { addInvestor } from '../investors/contract.ts'

const section = ({ page }: Person) => page.getByRole('region', { name: 'Since your last visit' })
const entry = ({ page }: Person, name: string) =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name })

/** Ada was here two hours ago; everything in the community is older. */
async function wasHereBefore(server: TestServer, { member }: Person) {
  for (const table of [sql`posts`, sql`resources`, sql`profiles`])
    await server.owner.run(sql`update ${table} set created_at = created_at - interval '1 day'`)
  await server.owner.run(sql`
    insert into member_visits (user_id, last_at) values (${member.http.user_id}, now() - interval '2 hours')
    on conflict (user_id) do update set last_at = excluded.last_at, previous_at = null`)
}

test('Home and the menu show what is new since the last visit', { tag: '@main' }, async ({ server, ada, bob }) => {
  const mine = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await wasHereBefore(server, ada)
  await ada.opens('/')
  await expect(section(ada)).toHaveCount(0)

  await bob.member.http.does(createTopic, { title: 'Hiring', content: 'Whom?' })
  for (const content of ['We do.', 'You do.']) await bob.member.http.does(createReply, { id: mine.id, content })
  await bob.member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await ada.page.reload()
  await expect(section(ada).getByRole('link')).toHaveText([
    '1new topic',
    '2replies in topics you follow',
    '1new investor',
  ])
  await axe(ada.page)
  await lookAt(ada.page, 'home-since-last-visit')
  await expect(entry(ada, 'Forum')).toHaveAccessibleName('Forum has something new')
  await expect(entry(ada, 'Investors')).toHaveAccessibleName('Investors has something new')
  await expect(entry(ada, 'Events')).toHaveAccessibleName('Events')
  await section(ada).getByRole('link', { name: '1 new investor' }).click()
  await ada.isAt('/investors')
  await expect(entry(ada, 'Investors')).toHaveAccessibleName('Investors')
  await expect(entry(ada, 'Forum')).toHaveAccessibleName('Forum has something new')
})

test('the visit is noted after the first rendering, which it would repeat', async ({ ada, bob }) => {
  test.slow()
  for (let at = 1; at <= 20; at++)
    await bob.member.http.does(createTopic, { title: `Topic ${at}`, content: 'Who knows?' })
  const { page } = ada
  // The rendering takes longer than the request.
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(() => {
    const original = window.fetch
    window.fetch = (...call) => {
      if (String(call[0]).endsWith('/api/visits')) {
        const isRendered = document.querySelector('#root main') !== null
        document.documentElement.dataset.noted = isRendered ? 'after' : 'before'
      }
      return original(...call)
    }
  })
  await ada.opens('/forum')
  await expect(page.locator('html')).toHaveAttribute('data-noted', 'after')
})

test('an untouched tab notes no visit, and after 30 idle minutes Home and the menu show what is new', async ({
  server,
  ada,
  bob,
}) => {
  await wasHereBefore(server, ada)
  await ada.page.clock.install()
  const waits = (minutes: number) => ada.page.clock.fastForward(minutes * 60_000)
  const noted = ada.writesTo(/\/api\/visits$/)
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
  await expect.poll(() => noted.length).toBe(1)
  await waits(20)
  expect(noted).toHaveLength(1)
  await ada.page.mouse.move(300, 300)
  await expect.poll(() => noted.length).toBe(2)
  await ada.page.mouse.move(310, 310)
  await ada.page.keyboard.press('Shift')
  expect(noted).toHaveLength(2)

  // The server's clock does not follow the browser's.
  const isAway = () => wasHereBefore(server, ada)
  const says = (title: string) => bob.member.http.does(createTopic, { title, content: 'Whom?' })
  await isAway()
  await says('Hiring')
  await waits(31)
  await expect(section(ada)).toHaveCount(0)
  await ada.page.mouse.wheel(0, 10)
  await expect(section(ada).getByRole('link')).toHaveText(['1new topic'])
  await expect(entry(ada, 'Forum')).toHaveAccessibleName('Forum has something new')
  await expect.poll(() => noted.length).toBe(3)

  // The same when the tab becomes visible again, for a later visit.
  await entry(ada, 'Forum').click()
  await ada.isAt('/forum')
  await expect(entry(ada, 'Forum')).toHaveAccessibleName('Forum')
  await entry(ada, 'Home').click()
  await isAway()
  await says('Firing')
  await waits(31)
  await ada.comesBack()
  await expect(entry(ada, 'Forum')).toHaveAccessibleName('Forum has something new')
  await expect(section(ada).getByRole('link')).toHaveText(['1new topic'])
  await expect.poll(() => noted.length).toBe(4)
})

test('on a phone the section fits', async ({ server, ada, bob }) => {
  await wasHereBefore(server, ada)
  await bob.member.http.does(createTopic, { title: 'Hiring', content: 'Whom?' })
  await ada.page.setViewportSize(phone)
  await ada.opens('/')
  await expect(section(ada)).toBeVisible()
  await lookAt(ada.page, 'home-since-last-visit-phone')
})

test('the forum shows new replies, and its order by latest activity is remembered', async ({ ada, bob }) => {
  const titles = ada.page.getByRole('article').getByRole('heading')
  const old = await ada.member.http.does(createTopic, { title: 'Older', content: 'First' })
  await ada.member.http.does(createTopic, { title: 'Newer', content: 'Second' })
  await ada.member.http.does(visitTopic, { id: old.id, last_reply_id: 0 })
  await bob.member.http.does(createReply, { id: old.id, content: 'Late' })
  await ada.opens('/forum')
  await expect(titles.first()).toHaveText('Newer')
  await expect(ada.page.getByRole('article', { name: 'Older' })).toContainText('1 new')
  await expect(ada.page.getByRole('article', { name: 'Newer' })).not.toContainText('1 new')
  await ada.page.getByLabel('Order', { exact: true }).click()
  await ada.page.getByRole('option', { name: 'Latest activity' }).click()
  await expect(titles.first()).toHaveText('Older')
  await expect(ada.page).toHaveURL(/sort=active/)
  await lookAt(ada.page, 'forum-latest-activity')
  await ada.opens('/forum')
  await expect(titles.first()).toHaveText('Older')
})

test('a topic with new replies opens at the first of them, below a line, and is read then', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  const says = (content: string) => bob.member.http.does(createReply, { id, content })
  for (let n = 1; n <= 30; n++) await says(`Old ${n}`)
  const { id: last } = await says('Old 31')
  await ada.member.http.does(visitTopic, { id, last_reply_id: last })
  for (let n = 1; n <= 3; n++) await says(`Fresh ${n}`)

  await ada.opens('/forum')
  await ada.page.getByRole('article', { name: 'Payroll' }).getByRole('link', { name: 'Payroll' }).click()
  const items = ada.page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  const line = items.filter({ hasText: 'New since your visit' })
  await expect(line).toBeInViewport()
  await expect(items.filter({ hasText: 'Fresh 1' })).toBeInViewport()
  await lookAt(ada.page, 'topic-new-since-visit')
  await axe(ada.page)
  // The line stays while the topic is open; the list shows nothing new any more.
  await ada.waitsForWrite(/\/visit$/, () => says('Fresh 4'))
  await expect(items.filter({ hasText: 'Fresh 4' })).toBeVisible()
  await expect(line).toHaveCount(1)
  await ada.clicks('Back to topics')
  await expect(ada.page.getByRole('article', { name: 'Payroll' })).not.toContainText('new')
  // Opened again, from the cache, it has nothing new and opens at the top.
  await ada.page.getByRole('article', { name: 'Payroll' }).getByRole('link', { name: 'Payroll' }).click()
  await expect(items.filter({ hasText: 'Old 1' }).first()).toBeVisible()
  await expect(line).toHaveCount(0)
  await expect(ada.page.getByRole('heading', { name: 'Payroll' })).toBeInViewport()
  await ada.clicks('Back to topics')
  await ada.page.reload()
  await expect(ada.page.getByRole('article', { name: 'Payroll' })).not.toContainText('new')
})

test('a topic opens at its first new reply from any link, but not when the browser returns to it', async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  const says = (content: string) => bob.member.http.does(createReply, { id, content })
  for (let n = 1; n <= 30; n++) await says(`Old ${n}`)
  await ada.member.http.does(visitTopic, { id, last_reply_id: (await says('Old 31')).id })
  await says('Fresh')
  const read = ada.requestsTo(/\/comments\?/)
  const items = ada.page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  const line = items.filter({ hasText: 'New since your visit' })

  await ada.opens(`/forum/${id}`)
  await expect(line).toBeInViewport()
  await expect(items.filter({ hasText: 'Fresh' })).toBeInViewport()
  expect(read).toEqual([])

  await entry(ada, 'Home').click()
  await ada.isAt('/')
  await says('Fresher')
  await ada.page.reload()
  await ada.page.getByRole('main').getByRole('link', { name: 'Payroll' }).first().click()
  await expect(line).toBeInViewport()
  await expect(items.filter({ hasText: 'Fresher' })).toBeInViewport()

  await ada.page.mouse.move(600, 400)
  await ada.page.mouse.wheel(0, -5000)
  const top = () => ada.page.evaluate(() => window.scrollY)
  await expect.poll(top).toBe(0)
  await ada.page.mouse.wheel(0, 120)
  await expect.poll(top).toBe(120)
  await entry(ada, 'Members').click()
  await ada.isAt('/members')
  await says('Freshest')
  await ada.page.goBack()
  await expect(items.filter({ hasText: 'Freshest' })).toBeVisible()
  await expect.poll(top).toBe(120)
  // Opening it again is no return.
  await entry(ada, 'Members').click()
  await ada.isAt('/members')
  await says('Last')
  await entry(ada, 'Home').click()
  // The live update has arrived.
  await expect(ada.page.getByRole('listitem').filter({ hasText: '35comments' })).toHaveCount(1)
  await ada.page.getByRole('main').getByRole('link', { name: 'Payroll' }).first().click()
  await expect(line).toBeInViewport()
})

test('returning to a topic shows its replies where they were, also below the line of new ones', async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  const says = (content: string) => bob.member.http.does(createReply, { id, content })
  await ada.member.http.does(visitTopic, { id, last_reply_id: (await says('Old')).id })
  for (let n = 1; n <= 12; n++) await says(`Fresh ${n}`)
  await ada.opens(`/forum/${id}`)
  const items = ada.page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  const line = items.filter({ hasText: 'New since your visit' })
  await expect(line).toBeInViewport()
  await ada.page.mouse.move(600, 400)
  await restsScrolled(ada)
  await ada.page.mouse.wheel(0, 400)
  const card = items.filter({ hasText: 'Fresh 5' })
  const top = async () => Math.round((await card.boundingBox())?.y ?? 0)
  await expect(line).not.toBeInViewport()
  await restsScrolled(ada)
  const before = await top()
  await ada.waitsForWrite(/\/visit$/, () => says('Fresh 13'))
  await entry(ada, 'Members').click()
  await ada.isAt('/members')
  await ada.page.goBack()
  await expect(card).toBeInViewport()
  await expect.poll(top).toBe(before)
  await expect(line).toHaveCount(1)
})
