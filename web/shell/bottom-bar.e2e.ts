import { createTopic, likeTopic } from '../../features/forum/contract.ts'
import { axe, axeInDark, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { goesOffline, network } from '../../tests/e2e/without-network.ts'

const bar = ({ page }: Person) => page.getByRole('navigation', { name: 'Most used' })
const bell = ({ page }: Person) => page.getByRole('button', { name: /^Notifications/ })

test('on a phone a bar at the bottom leads to the most used places and opens the notifications', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await bob.member.http.does(likeTopic, { id })
  await ada.page.setViewportSize(phone)
  await ada.opens('/members')
  await expect(bar(ada).getByRole('link')).toHaveText(['Home', 'Forum', 'Members', 'Intro Requests'])
  await expect(bar(ada).locator('[aria-current=page]')).toHaveText('Members')
  await expect(bell(ada)).toHaveCount(1)
  await expect(bar(ada).getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await axe(ada.page)
  await axeInDark(ada.page)
  await lookAt(ada.page, 'bottom-bar')

  await bell(ada).click()
  const sheet = ada.page.getByRole('dialog', { name: 'Notifications' })
  await expect(sheet).toBeVisible()
  await ada.page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(bell(ada)).toBeFocused()

  await bar(ada).getByRole('link', { name: 'Forum' }).click()
  await ada.isAt('/forum')
  await expect(bar(ada).locator('[aria-current=page]')).toHaveText('Forum')
})

test('a wider window has the bell in its header and no bar', async ({ ada }) => {
  await ada.page.setViewportSize({ width: 768, height: 1024 })
  await ada.opens('/members')
  await expect(ada.page.getByRole('banner').getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(bell(ada)).toHaveCount(1)
  await expect(bar(ada)).toHaveCount(0)
  await ada.page.setViewportSize(phone)
  await expect(bar(ada).getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(bell(ada)).toHaveCount(1)
})

for (const width of [320, 360, 390])
  test(`the bar of a phone ${width} pixels wide covers nothing and is easy to touch`, async ({ ada }) => {
    await ada.page.setViewportSize({ width, height: 640 })
    await ada.opens('/profile')
    await ada.clicks('Edit Profile')
    const top = async () => (await bar(ada).boundingBox())?.y ?? 0
    for (const place of await bar(ada).locator('a, button').all()) {
      const box = await place.boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    const save = await ada.page.getByRole('button', { name: 'Save Profile' }).boundingBox()
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(await top())
    expect(await ada.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    for (const label of await bar(ada).locator('span.truncate').all())
      expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

    await ada.opens('/settings')
    // What is above the last button is loaded: it would move it.
    for (const loaded of ['Add authenticator app', 'This browser', 'Always in the app', 'You have muted nobody.'])
      await ada.sees(loaded)
    const last = ada.page.getByRole('main').getByRole('button').last()
    await last.focus()
    const box = await last.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await top())
  })

test('with text twice as large the bar stays within the window, keeps its height and shows icons alone', {
  tag: '@main',
}, async ({ ada }) => {
  await ada.page.setViewportSize({ width: 320, height: 640 })
  await ada.page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
  )
  const width = () => ada.page.evaluate(() => document.documentElement.scrollWidth)
  let answer = () => {}
  const held = new Promise<void>(done => {
    answer = done
  })
  await ada.page.route(/api\/members($|\?)|api\/members\/counts/, async route => {
    await held
    await route.continue()
  })
  await ada.opens('/')
  await bar(ada).getByRole('link', { name: 'Members' }).click()
  const skeletons = ada.page.getByRole('main').locator('.animate-breathe')
  await expect(ada.page.getByRole('status', { name: 'Loading members' })).toBeVisible()
  expect(await width()).toBe(320)
  answer()
  await expect(skeletons).toHaveCount(0)
  expect(await width()).toBe(320)
  for (const place of await bar(ada).locator('a, button').all()) await expect(place).toBeInViewport({ ratio: 1 })
  await expect(bar(ada).getByRole('link')).toHaveText(['Home', 'Forum', 'Members', 'Intro Requests'])
  expect((await bar(ada).getByText('Intro Requests').boundingBox())?.width).toBe(1)
  expect((await bell(ada).getByText('Notifications').boundingBox())?.width).toBe(1)
  expect((await bar(ada).boundingBox())?.height).toBe(57)

  // 'You are offline' has a line of its own.
  ada.expects(network)
  await goesOffline(ada, true)
  await expect(ada.page.getByRole('banner').getByText('You are offline')).toBeInViewport({
    ratio: 1,
  })
  expect(await width()).toBe(320)
  for (const place of await bar(ada).locator('a, button').all()) await expect(place).toBeInViewport({ ratio: 1 })
})
