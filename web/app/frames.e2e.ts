import { expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'

/** Holds the scripts back until they are released. */
async function holdScripts({ page }: Person): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/assets/*.js', async route => {
    await released
    await route.continue()
  })
  return release
}

/** How much has moved without being asked (CLS) since this time of the page. */
const layoutShift = ({ page }: Person, since: number) =>
  page.evaluate(since => {
    if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) throw new Error('It cannot be measured.')
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[]
    return shifts.filter(({ startTime }) => startTime > since).reduce((total, { value }) => total + value, 0)
  }, since)

/** On a slow machine the texts are painted before their fonts have come, and move then. */
const hasFonts = ({ page }: Person) =>
  page.evaluate(async () => {
    for (const font of document.fonts) await font.load()
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now()
  })

const heading = ({ page }: Person, name: string) => page.locator('h1', { hasText: name })
const isFocused = ({ page }: Person, tag: string) => page.evaluate(tag => document.activeElement?.tagName === tag, tag)

for (const size of [undefined, phone])
  test(`a member sees the frame of a screen until the scripts have run, and then nothing moves${size ? ', on a phone' : ''}`, {
    tag: size ? '@main' : [],
  }, async ({ ada }) => {
    const { page } = ada
    if (size) await page.setViewportSize(size)
    for (const [path, name] of [
      ['/', 'Welcome'],
      ['/forum', 'Community Forum'],
      ['/members', 'Members'],
      ['/investors', 'Investor Database'],
      ['/events', 'Community Events'],
    ] as const) {
      const release = await holdScripts(ada)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(heading(ada, name)).toBeVisible()
      await expect(page.locator('nav').filter({ visible: true })).toHaveCount(1)
      await expect(page.getByText('The Community', { exact: true }).filter({ visible: true })).toHaveCount(1)
      const released = await hasFonts(ada)
      const { x, y } = (await heading(ada, name).boundingBox()) ?? {}
      // Nothing in it can be focused or is read aloud.
      await page.keyboard.press('Tab')
      expect(await isFocused(ada, 'BODY')).toBe(true)
      await expect(page.getByRole('heading')).toHaveCount(0)

      release()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(page.locator('[inert]')).toHaveCount(0)
      expect(await heading(ada, name).boundingBox()).toMatchObject({ x, y })
      await page.waitForLoadState('networkidle')
      // The card that welcomes a new member is loaded later.
      if (path !== '/') expect(await layoutShift(ada, released), path).toBeLessThan(0.005)
      await page.unroute('**/assets/*.js')
    }
  })

test('the frame has the theme that the member chose', async ({ ada }) => {
  const background = () => ada.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await holdScripts(ada)
  await ada.page.goto('/members', { waitUntil: 'commit' })
  await expect(heading(ada, 'Members')).toBeVisible()
  await lookAt(ada.page, 'frame')
  expect(await background()).toBe('rgb(247, 245, 240)')
  await ada.page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await ada.page.reload({ waitUntil: 'commit' })
  await expect(heading(ada, 'Members')).toBeVisible()
  expect(await background()).toBe('rgb(10, 20, 30)')
})

test('the error of a screen that cannot be loaded takes the place of its frame', async ({ ada }) => {
  ada.expects(/Failed to load resource|net::ERR_FAILED/)
  await ada.page.route('**/assets/ForumPage-*.js', route => route.abort())
  await ada.page.goto('/forum')
  await ada.seesHeading('This page could not be loaded')
  await expect(ada.page.locator('[inert]')).toHaveCount(0)
})
