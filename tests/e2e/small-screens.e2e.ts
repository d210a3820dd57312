import type { Locator } from '@playwright/test'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { saveProfile } from '../../features/profile/contract.ts'
import { axe, expect, lookAt, test } from './fixtures.ts'

const words = (letters: number) =>
  'Worker '
    .repeat(letters)
    .slice(0, letters - 1)
    .concat('x')

/** Its visible height in pixels. */
const visibleHeight = (part: Locator) =>
  part.evaluate(element => {
    const scroller = element.closest('.overflow-y-auto')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
    const { top, bottom } = element.getBoundingClientRect()
    return Math.min(bottom, scroller.bottom, innerHeight) - Math.max(top, scroller.top, 0)
  })

test('on a small phone a long dialog header scrolls, and the whole dialog is reachable', async ({ ada, bob }) => {
  const { page } = ada
  const full_name = words(100)
  await bob.member.http.does(saveProfile, { full_name, title: words(200), company_name: words(200), needs: ['Hiring'] })
  await page.setViewportSize({ width: 320, height: 640 })
  await ada.opens(`/members?member=${bob.member.http.profile_id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: full_name })).toBeInViewport()
  await lookAt(page, 'member-dialog-long-head')
  await dialog.getByRole('tab', { name: 'Needs & Expertise' }).click()
  await expect(dialog.getByText('Looking For Help With')).toBeInViewport()
  // The close button and the action buttons stay visible.
  await expect(dialog.getByRole('link', { name: 'View full profile' })).toBeInViewport({ ratio: 1 })
  await axe(page)
  await dialog.getByRole('button', { name: 'Close' }).click({ trial: true })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('with the on-screen keyboard of a small phone the focused field stays visible', async ({ ada }) => {
  const { page } = ada
  const request = await ada.member.http.does(createIntroductionRequest, {
    request_title: words(100),
    context: 'For our first warehouse.',
    your_company: 'Lakeline Freight',
  })
  await page.setViewportSize({ width: 320, height: 300 })
  await ada.opens(`/introduction-requests?request=${request.id}`)
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.focus()
  await lookAt(page, 'request-dialog-with-keyboard')
  const { height = 0 } = (await field.boundingBox()) ?? {}
  expect(await visibleHeight(field)).toBeGreaterThan(height - 1)
})

test('at 320 pixels no filter label is truncated, and no time overlaps its clock icon', { tag: '@main' }, async ({
  ada,
}) => {
  const { page } = ada
  await page.setViewportSize({ width: 320, height: 640 })
  const cut = () =>
    page.getByRole('combobox').evaluateAll(all =>
      all
        .flatMap(element => [...element.querySelectorAll('.truncate')])
        .filter(element => element.scrollWidth > element.clientWidth)
        .map(element => element.textContent),
    )
  for (const [path, label] of [
    ['/members', 'All Industries'],
    ['/resources', 'All Categories'],
    ['/introduction-requests?sort=urgent', 'Most urgent first'],
    ['/investors?sort=commented', 'Most commented'],
    ['/forum', 'All Categories'],
  ] as const) {
    await ada.opens(path)
    await expect(page.getByRole('combobox').filter({ hasText: label })).toBeVisible()
    await lookAt(page, `filters-${path.split(/[/?]/)[1]}`)
    expect(await cut(), path).toEqual([])
  }
  await ada.opens('/events')
  await ada.clicks('Create Event')
  const start = page.getByLabel('Start Time')
  await expect(start).toBeVisible()
  // Its natural width, which has room for the time and the clock icon.
  const own = await start.evaluate(field => {
    const same = field.cloneNode() as HTMLElement
    same.style.width = 'auto'
    same.style.position = 'fixed'
    field.parentElement?.append(same)
    const { width } = same.getBoundingClientRect()
    same.remove()
    return width
  })
  expect((await start.boundingBox())?.width).toBeGreaterThanOrEqual(own)
  await start.scrollIntoViewIfNeeded()
  await lookAt(page, 'event-dialog-320')
})

test('the sidebar shows Set up your profile without truncation', async ({ ada }) => {
  await ada.page.setViewportSize({ width: 1280, height: 800 })
  await ada.opens('/')
  const text = ada.page.getByRole('complementary', { name: 'Sidebar' }).getByText('Set up your profile')
  await expect(text).toBeVisible()
  expect(
    await text.evaluate(element => element.scrollWidth > element.clientWidth || getComputedStyle(element).textOverflow),
  ).toBe('clip')
  await lookAt(ada.page, 'sidebar')
})

test.describe('with a long name of the community', () => {
  const name = 'The Founders of Chicago'
  test.use({ env: { COMMUNITY_NAME: name } })

  test('at 320 pixels the name in the header is complete', async ({ ada }) => {
    await ada.page.setViewportSize({ width: 320, height: 640 })
    await ada.opens('/')
    const shown = ada.page.getByRole('banner').getByTitle(name)
    await expect(shown).toHaveText(name)
    const isCut = (element: HTMLElement) =>
      element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
    expect(await shown.evaluate(isCut)).toBe(false)
    await lookAt(ada.page, 'header-320')
  })
})
