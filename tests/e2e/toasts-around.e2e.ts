import { createTopic } from '../../features/forum/contract.ts'
import { expect, lookAt, type Person, test } from './fixtures.ts'
import { keepToasts, sizes } from './uncovered.ts'

const refused = { status: 500, json: { error: 'The server could not do it.', request_id: 'r' } }

const CONTROLS = ['a[href]', 'button', 'input', 'textarea', '[role=combobox]']
  .map(selector => `#root ${selector}`)
  .join()

/** The controls that a toast covers, among all controls of the page. */
const covered = ({ page }: Person) =>
  page.evaluate(controls => {
    const toasts = [...document.querySelectorAll('[data-toast]')].map(toast => toast.getBoundingClientRect())
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter(control => control.checkVisibility())
      .filter(control => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return toasts.some(box => left < box.right && box.left < right && top < box.bottom && box.top < bottom)
      })
      .map(control => control.ariaLabel || control.textContent || control.outerHTML.slice(0, 80))
  }, CONTROLS)

const place = ({ page }: Person) => page.locator('[data-toasts]').getAttribute('data-place')

/** Waits until the toasts have chosen their position. */
const settles = ({ page }: Person) => page.waitForTimeout(500)

for (const size of sizes) {
  const name = `${size.width} × ${size.height}`

  test(`a toast about a reply covers no control of the page: ${name}`, async ({ ada }) => {
    ada.expects(/status of 500/)
    await keepToasts(ada.page)
    await ada.page.setViewportSize(size)
    const { id } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
    await ada.opens(`/forum/${id}`)
    await ada.types('Your reply', 'We do.')
    const heading = ada.page.getByRole('heading', { name: 'Replies (0)' })
    const before = await heading.evaluate(element => element.getBoundingClientRect().top + scrollY)
    await ada.gets('**/api/posts/*/comments', refused)
    await ada.clicks('Post')
    await ada.isTold('destructive', 'Error posting reply', 'There was a problem posting your reply.')
    await settles(ada)
    expect(await covered(ada)).toEqual([])
    expect(await heading.evaluate(element => element.getBoundingClientRect().top + scrollY)).toBe(before)
    await lookAt(ada.page, `toasts-reply-${size.width}`)
  })

  test(`a toast about a deletion covers as little of the list as possible and does not move: ${name}`, async ({
    ada,
  }) => {
    await keepToasts(ada.page)
    await ada.page.setViewportSize(size)
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'])
      await ada.member.http.does(createTopic, { title, content: 'Who ships?' })
    await ada.opens('/forum')
    await ada.clicks('Delete', { on: 'Eight' })
    await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await ada.isTold('success', 'Post deleted')
    await settles(ada)
    const under = await covered(ada)
    expect(under).not.toContain('Open menu')
    expect(under).not.toContain('Theme: System')
    // On a phone every corner covers some part of a long list.
    if (size.width > 1000) expect(under).toEqual([])
    const before = await place(ada)
    await ada.page.mouse.wheel(0, 250)
    await settles(ada)
    expect(await place(ada)).toBe(before)
    await lookAt(ada.page, `toasts-deleted-${size.width}`)
  })
}

/** Shows a permanent toast over a list that is longer than the screen. */
async function hasToast(person: Person, size: { width: number; height: number }) {
  await keepToasts(person.page)
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'])
    await person.member.http.does(createTopic, { title, content: 'Who ships?' })
  await person.page.setViewportSize(size)
  await person.opens('/forum')
  await person.clicks('Pin', { on: 'Eight' })
  await person.isTold('success', 'Post pinned')
  await settles(person)
}

test('a toast moves away from the focused element', async ({ ada }) => {
  await hasToast(ada, { width: 390, height: 844 })
  const focused = () => ada.page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let n = 0; n < 40; n++) {
    await ada.page.keyboard.press('Tab')
    await ada.page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    const isUnder = await ada.page.evaluate(() => {
      const { left, right, top, bottom } = (document.activeElement as HTMLElement).getBoundingClientRect()
      if (document.activeElement?.closest('[data-toasts]')) return false
      return [...document.querySelectorAll('[data-toast]')]
        .map(toast => toast.getBoundingClientRect())
        .some(box => left < box.right && box.left < right && top < box.bottom && box.top < bottom)
    })
    expect(isUnder, await focused()).toBe(false)
  }
})

test('a partly covered button can be clicked: toasts do not move while a pointer is down', async ({ ada }) => {
  await hasToast(ada, { width: 360, height: 640 })
  const button = ada.page.getByRole('article', { name: 'Four' }).getByRole('button', { name: 'Delete' })
  const box = await button.evaluate(element => {
    const toast = document.querySelector('[data-toast]') as HTMLElement
    const { top, bottom } = element.getBoundingClientRect()
    const card = toast.getBoundingClientRect()
    scrollBy(0, card.top > innerHeight / 2 ? bottom - 8 - card.top : top + 8 - card.bottom)
    return element.getBoundingClientRect()
  })
  await settles(ada)
  await ada.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await ada.page.mouse.down()
  await settles(ada)
  await ada.page.mouse.up()
  await expect(ada.page.getByRole('alertdialog')).toBeVisible()
})

test.describe('with a notice above every screen', () => {
  test.use({ env: { EMAIL_CONFIRMATION: 'on' } })

  for (const size of [{ width: 1280, height: 900 }, ...sizes])
    test(`a toast about a form covers neither the notice nor what is in use: ${size.width} × ${size.height}`, async ({
      ada,
    }) => {
      ada.expects(/status of 500/)
      await keepToasts(ada.page)
      await ada.page.setViewportSize(size)
      await ada.opens('/profile?edit=all')
      await ada.sees(/Please confirm your email address/)
      await ada.types('Bio', 'Ships by rail.')
      await ada.gets('**/api/profile', refused)
      await ada.clicks('Save Profile')
      await expect(ada.page.locator('[data-toast][data-variant=destructive]')).toBeVisible()
      await settles(ada)
      const under = await covered(ada)
      for (const name of ['Send again', 'Save Profile', 'Cancel']) expect(under).not.toContain(name)
      // In a narrow window the form is everywhere.
      if (size.width > 1000) expect(under).toEqual([])
      await lookAt(ada.page, `toasts-notice-${size.width}-${size.height}`)
    })
})
