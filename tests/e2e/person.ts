import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { Member } from '../test-server.ts'
import { expectToast, recordToasts } from './shown-toasts.ts'

type Where = {
  /** Inside the card, row or dialog with this text. */
  on?: string
}
type Who = { name: string; email: string; password: string; http: Member }

/** What the app requests in the background (web/api/background.ts). It may find the session ended, or end with its page, whatever a test does. */
export const background = /\/api\/(visits|notification-settings|notifications\/read|posts\/\d+\/visit)\b/
/** Also the live stream, if the session ends while it connects. */
const refusedInBackground = new RegExp(`status of 401 .*(${background.source}|/api/live\\b)`)

const PARTS = 'article, li, tr, [role=dialog], [role=alertdialog], section'

/** A person using a browser. Fails the test at its end if the page logged an unexpected error. */
export class Person {
  readonly page: Page
  private who?: Who
  private problems: string[] = []
  private expected = [refusedInBackground]

  constructor(page: Page) {
    this.page = page
    page.on('console', message => {
      if (message.type() === 'error') this.problems.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', error => this.problems.push(String(error)))
    // Needs no await: the page receives it before any later command.
    void recordToasts(page)
  }

  is(who: Who) {
    this.who = who
    return this
  }
  /** The account: name, email, password, and `http` for direct API calls. */
  get member(): Who {
    if (!this.who) throw new Error('A visitor has no account.')
    return this.who
  }

  /** An error that this test causes, such as a 401. */
  expects(...problems: RegExp[]) {
    this.expected.push(...problems)
  }
  metNoProblem() {
    expect(this.problems.filter(problem => !this.expected.some(known => known.test(problem)))).toEqual([])
  }

  async opens(path: string) {
    await this.page.goto(path)
  }
  async types(label: string, text: string, where: Where = {}) {
    await this.within(where).getByLabel(label, { exact: true }).fill(text)
  }
  async clicks(name: string, where: Where = {}) {
    const named = { name, exact: true }
    const here = this.within(where)
    await here
      .getByRole('button', named)
      .or(here.getByRole('link', named))
      .or(here.getByRole('menuitem', named))
      .click()
  }
  /** On the sign-in page. */
  async signsIn({ email, password }: { email: string; password: string }) {
    await this.types('Email', email)
    await this.types('Password', password)
    await this.clicks('Login')
  }
  async opensTab(name: string, where: Where = {}) {
    await this.within(where).getByRole('tab', { name, exact: true }).click()
  }
  async sees(text: string | RegExp, where: Where = {}) {
    await expect(this.within(where).getByText(text, { exact: true }).first()).toBeVisible()
  }
  async doesNotSee(text: string | RegExp, where: Where = {}) {
    await expect(this.within(where).getByText(text, { exact: true })).toHaveCount(0)
  }
  async seesHeading(name: string | RegExp) {
    await expect(this.page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  /** At this path, with any query string. */
  async isAt(path: string) {
    await expect(this.page).toHaveURL(url => url.pathname === path)
  }

  /** Sees a toast of this kind with exactly this text; without `description` it has none. */
  async isTold(variant: 'success' | 'destructive', title: string, description?: string) {
    await expectToast(this.page, { variant, texts: description === undefined ? [title] : [title, description] })
  }

  /** Removes the inlined data from pages, so that the app has to request it. */
  async getsPagesWithoutBoot() {
    await this.page.route('**/*', async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/"identity":.*?(?=<\/script>)/s, '"data":{}}')
      await route.fulfill({ response: answer, body })
    })
  }
  /** Changes the browser's time zone from the next page on. Call it once. */
  async livesIn(timezoneId: string) {
    const session = await this.page.context().newCDPSession(this.page)
    await session.send('Emulation.setTimezoneOverride', { timezoneId })
  }
  /** Has a touch screen instead of a mouse, for the styles of a coarse pointer. */
  async hasTouch() {
    const session = await this.page.context().newCDPSession(this.page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  }
  /** From the next page on, time passes only with `waits`. */
  async stopsTheClock() {
    const now = Date.now()
    await this.page.clock.install({ time: now })
    await this.page.clock.pauseAt(now + 1000)
  }
  async waits(milliseconds: number) {
    await this.page.clock.runFor(milliseconds)
  }
  /** Fires the events of a tab that becomes visible again. */
  async comesBack() {
    await this.page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
  }
  /** Delays answers to this address until the returned function is called. */
  async holdsBack(address: string) {
    let letGo = () => {}
    const released = new Promise<void>(done => {
      letGo = done
    })
    await this.page.route(address, async route => {
      await released
      // An aborted request cannot be answered.
      await route.continue().catch(() => {})
    })
    return letGo
  }
  /** Replaces the answers to this address, as a broken server might give them. */
  async gets(address: string, answer: { status?: number; json?: unknown; body?: string; contentType?: string }) {
    await this.page.route(address, route => route.fulfill(answer))
  }
  /** The server processes the next request to this address, but its answer is lost, completely or after the cookies arrived. */
  async losesAnswer(address: string, { cookiesCome = false } = {}) {
    const lose = async (route: Route) => {
      const answer = await sendOutsideBrowser(route)
      for (const set of cookiesCome ? answer.headers.getSetCookie() : []) {
        const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? []
        await this.page.context().addCookies([{ name, value, url: new URL(route.request().url()).origin }])
      }
      await route.abort()
    }
    this.expects(/ERR_FAILED/)
    await this.page.route(address, lose, { times: 1 })
  }
  /** The server's own reply with the test's changes. */
  async getsChanged<Reply>(address: string, change: (reply: Reply) => Reply) {
    await this.page.route(address, async route => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: change(await answer.json()) })
    })
  }
  /** From the next page on a built-in function throws, until `mends`: components that call it cannot render. */
  async breaks(type: 'Date' | 'String', method: string) {
    await this.page.addInitScript(
      ([of, name]) => {
        const all = window as unknown as { [type: string]: { prototype: Record<string, unknown> } }
        const { prototype } = all[of] as { prototype: Record<string, unknown> }
        const real = prototype[name]
        prototype[name] = () => {
          throw new TypeError(`${name} is broken`)
        }
        Object.assign(window, { mend: () => Object.assign(prototype, { [name]: real }) })
      },
      [type, method] as const,
    )
  }
  async mends() {
    await this.page.evaluate(() => (window as unknown as { mend: () => void }).mend())
  }
  /** The requests sent to this address from now on. */
  requestsTo(address: RegExp, isCounted: (method: string) => boolean = () => true) {
    const sent: { method: string; url: string; body: unknown; headers: Record<string, string> }[] = []
    this.page.on('request', request => {
      if (address.test(request.url()) && isCounted(request.method()))
        sent.push({
          method: request.method(),
          url: request.url(),
          body: bodyOf(request.postData()),
          headers: request.headers(),
        })
    })
    return sent
  }
  /** Only those that write: the app may read the same address again at any time. */
  writesTo(address: RegExp) {
    return this.requestsTo(address, method => method !== 'GET')
  }

  /** Acts and waits until the server has answered the write: an optimistic update is shown before that. */
  async waitsForWrite(address: RegExp, act: () => Promise<unknown>) {
    const answered = this.page.waitForResponse(
      answer => answer.request().method() !== 'GET' && address.test(answer.url()),
    )
    await act()
    await answered
  }

  private within({ on }: Where): Locator {
    if (on === undefined) return this.page.locator('body')
    return this.page
      .locator(PARTS)
      .filter({ has: this.page.getByText(on, { exact: true }) })
      .last()
  }
}

/** Sends a request as the browser would, but its cookies do not reach the browser. */
export async function sendOutsideBrowser(route: Route): Promise<Response> {
  const asked = route.request()
  const { cookie = '', origin = '', 'content-type': type = '' } = await asked.allHeaders()
  const answer = await fetch(asked.url(), {
    method: asked.method(),
    headers: { cookie, origin, ...(type && { 'content-type': type }) },
    body: asked.postData(),
  })
  expect(answer.ok).toBe(true)
  return answer
}

const bodyOf = (text: string | null): unknown => (text ? JSON.parse(text) : undefined)
