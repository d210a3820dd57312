import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type pg from 'pg'
import events from '../bench/cases/events.ts'
import forum from '../bench/cases/forum.ts'
import introductions from '../bench/cases/introductions.ts'
import investors from '../bench/cases/investors.ts'
import members from '../bench/cases/members.ts'
import { makeCommunity, startProduct } from '../bench/community.ts'
import { makeTexts, writer } from '../bench/words.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { say } from './command-line.ts'

export const ROWS = 10_000
export const REACH = 2000
const MOST_MS = 120_000
export const LONG_MS = 50
export const SLOWER = 4
const TOPIC = 500

/** `position`: of a row, if only those near the screen are in the document. `more`: the button that loads a page. */
type List = { name: string; path: string; row: string; position?: string; more?: string }
const lists: List[] = [
  { name: 'topics', path: '/forum', row: 'main article' },
  { name: 'replies in a topic', path: `/forum/${TOPIC}`, row: 'main ol > li' },
  { name: 'members', path: '/members', row: 'main [aria-posinset]', position: 'aria-posinset' },
  { name: 'investors', path: '/investors', row: 'main ul[aria-label=Investors] > li' },
  {
    name: 'events',
    path: '/events?tab=past',
    row: 'main article',
    more: 'main div.mt-6 > button:not([aria-busy=true])',
  },
  { name: 'introduction requests', path: '/introduction-requests', row: 'main tbody tr' },
]
/** Milliseconds; `cpu`: of the processor, without the time in which the thread waited for other programs. */
type Task = { wall: number; cpu: number }

export const listsHead = `| list | rows reached | tasks over ${LONG_MS} ms | longest | longest, processor time | Back returns to the card |
|---|---|---|---|---|---|`

/** Scrolls through lists of 10,000 rows on a phone with a CPU four times slower. Returns the lines of a table. */
export async function scrollLists(executablePath: string, wanted = ''): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'community-lists-'))
  const embedded = await startEmbedded({ dataDir, say })
  try {
    const community = await makeCommunity(embedded, 'lists', 600, fill)
    const product = await startProduct(community)
    const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
    try {
      const [cookie = ''] = community.cookies
      const lines: string[] = []
      say(listsHead)
      for (const list of lists.filter(({ name }) => name.includes(wanted))) {
        lines.push(await scroll(browser, `http://127.0.0.1:${product.port}`, cookie, list))
        say(lines.at(-1) ?? '')
      }
      return lines
    } finally {
      await browser.close()
      await product.stop()
    }
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(owner: pg.Client): Promise<void> {
  await owner.query(makeTexts)
  for (const { seed } of [members, forum, investors, introductions]) await seed(owner, ROWS)
  // One event for ten rows.
  await events.seed(owner, 10 * ROWS)
  await owner.query(`insert into comments (post_id, user_id, content)
    select ${TOPIC}, ${writer}, 'What we did in the same place, and what it cost us. ' || i from generate_series(1, ${ROWS}) i`)
}

async function scroll(browser: Browser, baseURL: string, session: string, list: List): Promise<string> {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const [name = '', value = ''] = session.split('=')
  await context.addCookies([{ name, value, url: baseURL }])
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  try {
    await page.goto(list.path)
    await page.locator(list.row).first().waitFor()
    await page.waitForTimeout(3000)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await browser.startTracing(page, { categories: ['toplevel'] })
    const rows = await load(page, list)
    const tasks = longTasks(await browser.stopTracing())
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const longest = (of: (task: Task) => number) => `${Math.round(Math.max(0, ...tasks.map(of)))} ms`
    const measured = [longest(({ wall }) => wall), longest(({ cpu }) => cpu)]
    return `| ${[list.name, rows, tasks.length, ...measured, await returns(page, list)].join(' | ')} |`
  } finally {
    await context.close()
  }
}

/** Scrolls with the wheel until enough rows are loaded. Not with locators by role: they read the whole page, in tasks of their own. */
async function load(page: Page, { row, position, more }: List): Promise<number> {
  const end = Date.now() + MOST_MS
  let rows = 0
  await page.mouse.move(195, 420)
  while (rows < REACH && Date.now() < end) {
    await page.mouse.wheel(0, 3000)
    await page.waitForTimeout(100)
    rows = await page.evaluate(
      ([row, position = '', more = '']) => {
        if (more) document.querySelector<HTMLElement>(more)?.click()
        const found = document.querySelectorAll(row)
        return position ? Number(found[found.length - 1]?.getAttribute(position)) : found.length
      },
      [row, position, more] as const,
    )
  }
  return rows
}

/** The tasks of the page's main thread that took longer than 50 ms. */
function longTasks(trace: Buffer): Task[] {
  type Entry = { name: string; tid: number; dur?: number; tdur?: number; args: { name?: string } }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Entry[] }
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  return traceEvents
    .filter(({ name, tid }) => name === 'ThreadControllerImpl::RunTask' && main.some(thread => thread.tid === tid))
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
    .filter(({ wall }) => wall > LONG_MS)
}

/** Opens a card that is on the screen, goes back, and looks whether the card is where it was. */
async function returns(page: Page, { row }: List): Promise<string> {
  const before = page.url()
  // The end of a list may be an empty place where the next page is still loading.
  await page.mouse.wheel(0, -3000)
  await page.waitForTimeout(1000)
  const cards = page.locator(row)
  const [at, top, text] = await cards.evaluateAll(all => {
    const tops = all.map(card => card.getBoundingClientRect().top)
    const at = tops.findIndex(top => top > 80)
    // Not the time, which becomes 'a minute ago' meanwhile.
    return [
      at,
      tops[at] ?? 0,
      all[at]?.textContent?.replace(all[at].querySelector('time')?.textContent ?? '', ''),
    ] as const
  })
  await cards.nth(at).locator('h2 a, h2 button, p a, td button').first().click()
  await page.waitForURL(url => url.href !== before)
  await page.waitForTimeout(1000)
  await page.goBack()
  await page.waitForURL(before)
  const moved = () =>
    cards.evaluateAll(
      (all, [text, top]) => {
        const card = all.find(
          one => one.textContent?.replace(one.querySelector('time')?.textContent ?? '', '') === text,
        )
        return card && Math.abs(card.getBoundingClientRect().top - top)
      },
      [text, top] as const,
    )
  for (let tries = 0; tries < 20; tries++) {
    const by = await moved()
    if (by !== undefined && by < 2) return 'yes'
    await page.waitForTimeout(250)
  }
  return `no (${(await moved())?.toFixed(0) ?? 'gone'})`
}
