import { expect, mainFor, type Person, test } from './fixtures.ts'
import { hardToTouch, underBar } from './thumb.ts'
import { tooWide } from './too-wide.ts'
import { type Screen, shows, type Writing, writeEverywhere, writtenScreens } from './written.ts'

const usual: Writing = {
  line: 'Payroll for a team of six',
  text: 'Who does it, and what does it cost?\n\n- We are in Pilsen.\n- See https://example.com/payroll',
  url: 'https://example.com/payroll',
  email: 'payroll@example.com',
}

const forVisitors: Screen[] = [
  { address: '/auth' },
  { address: '/direct-login' },
  { address: '/forgot-password' },
  { address: '/reset-password#invented' },
  { address: '/confirm-address#invented' },
]

/** What is wrong on each of the screens. */
async function problemsOn(who: Person, screens: Screen[]) {
  const found: Record<string, string[]> = {}
  for (const screen of screens) {
    await shows(who, screen)
    await opened(who)
    const problems = [
      ...(await who.page.evaluate(tooWide)),
      ...(await who.page.evaluate(hardToTouch)),
      ...(await who.page.evaluate(underBar)).map(text => `under the bar: ${text}`),
    ]
    if (problems.length > 0) found[[screen.address, ...(screen.press ?? [])].join(' → ')] = problems
  }
  return found
}

/** Waits until what was opened has reached its place. */
const opened = ({ page }: Person) =>
  page.evaluate(() => {
    const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
    return Promise.allSettled(moving.map(animation => animation.finished))
  })

async function hasPhone(who: Person, width: number) {
  await who.page.setViewportSize({ width, height: width < 600 ? 740 : 1024 })
  await who.hasTouch()
}

/** Only phones have a menu button. */
const screensAt = (width: number, made: Parameters<typeof writtenScreens>[0]) =>
  writtenScreens(made).filter(({ press }) => width < 640 || !press?.includes('Open menu'))

const widths = [320, 360, 390, 768]

for (const width of widths)
  test(
    `on a touch screen ${width} pixels wide every button has 44 pixels, and nothing is beside or below the screen`,
    mainFor(width, 360),
    async ({ ada, bob, visitor }) => {
      test.setTimeout(240_000)
      const made = await writeEverywhere(ada.member.http, bob.member.http, usual)
      await hasPhone(ada, width)
      await hasPhone(visitor, width)
      expect(await problemsOn(ada, screensAt(width, made))).toEqual({})
      expect(await problemsOn(visitor, forVisitors)).toEqual({})
    },
  )

for (const width of widths)
  test(`with text twice as large nothing is beside a screen of ${width} pixels`, async ({ ada, bob }) => {
    test.setTimeout(240_000)
    const made = await writeEverywhere(ada.member.http, bob.member.http, usual)
    await hasPhone(ada, width)
    await ada.page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
    )
    const found: Record<string, string[]> = {}
    for (const screen of screensAt(width, made)) {
      await shows(ada, screen)
      await opened(ada)
      const wide = await ada.page.evaluate(tooWide)
      if (wide.length > 0) found[[screen.address, ...(screen.press ?? [])].join(' → ')] = wide
    }
    expect(found).toEqual({})
  })

test('no field makes a phone zoom in: its text has at least 16 pixels', async ({ ada }) => {
  await hasPhone(ada, 390)
  for (const screen of [
    { address: '/forum' },
    { address: '/forum/new' },
    { address: '/profile?edit=all' },
    { address: '/create-introduction-request' },
    { address: '/events', press: ['Create Event'] },
  ]) {
    await shows(ada, screen)
    const sizes = await ada.page
      .locator('input, textarea, select')
      .evaluateAll(fields => fields.map(field => Number.parseFloat(getComputedStyle(field).fontSize)))
    expect(sizes.length).toBeGreaterThan(0)
    expect(Math.min(...sizes), screen.address).toBeGreaterThanOrEqual(16)
  }
})

test('buttons at the edge of a phone keep clear of its home indicator', async ({ ada }) => {
  await hasPhone(ada, 390)
  const session = await ada.page.context().newCDPSession(ada.page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
  const clear = 740 - 34
  const bottomOf = async (name: string) => {
    const box = await ada.page.getByRole('button', { name, exact: true }).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await ada.opens('/forum')
  await expect(ada.page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  expect(await bottomOf('Notifications')).toBeLessThanOrEqual(clear)
  expect((await ada.page.getByRole('button', { name: 'Open menu' }).boundingBox())?.y).toBeGreaterThanOrEqual(47)
  await ada.opens('/forum/new')
  await expect(ada.page.getByRole('dialog').getByLabel('Title')).toBeVisible()
  expect(await bottomOf('Cancel')).toBeLessThanOrEqual(clear)
})

test('on a phone the text of a dialog does not scroll under its close button', async ({ ada }) => {
  await hasPhone(ada, 320)
  await shows(ada, { address: '/events', press: ['Create Event'] })
  const dialog = ada.page.getByRole('dialog')
  const close = await dialog.getByRole('button', { name: 'Close', exact: true }).boundingBox()
  const scroller = await dialog.locator('.overflow-y-auto').first().boundingBox()
  expect((close?.y ?? 0) + (close?.height ?? 0)).toBeLessThanOrEqual(scroller?.y ?? 0)
})
