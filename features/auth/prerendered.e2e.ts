import { axe, expect, type Person, phone, test } from '../../tests/e2e/fixtures.ts'

const heading = ({ page }: Person) => page.getByRole('heading', { name: 'The Community' })
const form = ({ page }: Person) => page.getByRole('button', { name: 'Login', exact: true })

for (const size of [undefined, phone])
  test(`the sign-in page is prerendered before its script loads, without a layout shift${size ? ', on a phone' : ''}`, async ({
    visitor,
  }) => {
    const { page } = visitor
    if (size) await page.setViewportSize(size)
    let releaseScripts = () => {}
    const scripts = new Promise<void>(resolve => {
      releaseScripts = resolve
    })
    await page.route('**/assets/*.js', async route => {
      await scripts
      await route.continue()
    })
    // Any page: a visitor without a session gets the sign-in page.
    await page.goto('/forum', { waitUntil: 'commit' })
    await expect(heading(visitor)).toBeVisible()
    await expect(page.getByText("A private network for Chicago's top builders", { exact: true })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await heading(visitor).boundingBox()
    await axe(page)

    releaseScripts()
    await expect(form(visitor)).toBeVisible()
    await expect(page.locator('#prerendered')).toHaveCount(0)
    const after = await heading(visitor).boundingBox()
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 0)
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 0)
  })

test('a screen whose script fails to load shows an error, and Try again loads it', { tag: '@main' }, async ({
  visitor,
}) => {
  visitor.expects(/Failed to load resource|net::ERR_FAILED/)
  await visitor.page.route('**/assets/AuthPage-*.js', route => route.abort())
  await visitor.page.goto('/auth')
  await visitor.seesHeading('This page could not be loaded')
  await expect(visitor.page.locator('#prerendered')).toHaveCount(0)
  await axe(visitor.page)
  await visitor.page.unroute('**/assets/AuthPage-*.js')
  await visitor.clicks('Try again')
  await expect(form(visitor)).toBeVisible()
})

test('a browser with a session cookie does not get the prerendered sign-in page', async ({ ada }) => {
  await ada.page.route('**/assets/*.js', () => {})
  await ada.page.goto('/forum', { waitUntil: 'commit' })
  await expect(ada.page.locator('#root')).toBeAttached()
  await expect(ada.page.locator('#prerendered')).toHaveCount(0)
})
