import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'

const result = (person: Person) => person.page.getByRole('region', { name: 'Result' }).locator('pre')
const redBox = (person: Person) => person.page.getByRole('alert').filter({ hasText: 'error:' })
const rows = Array.from({ length: 10 }, (_, n) => ({ id: n + 1, full_name: `Member ${n + 1}` }))

test('NAV-05 TEST-01 the test page opens with a session too, and has exactly two buttons', async ({ ada }) => {
  await ada.opens('/test')
  await ada.isAt('/test')
  await expect(ada.page.locator('main').getByRole('button')).toHaveText(['Test Profiles', 'Test Posts'])
  await axe(ada.page)
  await lookAt(ada.page, 'test')
})

test('TEST-02 TEST-03 TEST-04 TXT-45 each button asks for 10 rows and shows them raw', async ({ ada }) => {
  const asked: string[] = []
  for (const path of ['profiles', 'posts'])
    await ada.page.route(`**/api/${path}?*`, route => {
      asked.push(new URL(route.request().url()).pathname + new URL(route.request().url()).search)
      return route.fulfill({ json: rows })
    })
  await ada.opens('/test')
  for (const button of ['Test Profiles', 'Test Posts']) {
    await ada.clicks(button)
    await expect(result(ada)).toBeVisible()
    expect(JSON.parse((await result(ada).textContent()) ?? '')).toEqual(rows)
  }
  await axe(ada.page)
  await lookAt(ada.page, 'test-result')
  expect(asked).toEqual(['/api/profiles?limit=10', '/api/posts?limit=10'])
})

test('TEST-05 TEST-06 an answer that is an error is shown in a red box', async ({ ada }) => {
  ada.expects(/status of 503/)
  await ada.gets('**/api/profiles?*', { status: 503, json: { error: 'The service is busy.', request_id: 'x' } })
  await ada.opens('/test')
  await ada.clicks('Test Profiles')
  await expect(redBox(ada)).toHaveText('Backend error: The service is busy.')
  await expect(redBox(ada)).toHaveAttribute('data-tone', 'error')
  const [red, green, blue] = await redBox(ada).evaluate(
    box => getComputedStyle(box).color.match(/\d+/g)?.map(Number) ?? [],
  )
  expect(red).toBeGreaterThan(2 * Math.max(green ?? 0, blue ?? 0))
  await axe(ada.page)
  await lookAt(ada.page, 'test-error')
})

test('TEST-07 what is thrown on the way is shown as unexpected', async ({ ada }) => {
  ada.expects(/ERR_FAILED/)
  await ada.page.route('**/api/posts?*', route => route.abort())
  await ada.opens('/test')
  await ada.clicks('Test Posts')
  await expect(redBox(ada)).toHaveText(
    'Unexpected error: The server could not be reached. Please check your connection and try again.',
  )
})

test('TEST-09 NAV-04 a visitor may open the page, but the data asks for a session', async ({ house, visitor }) => {
  visitor.expects(/status of 401/)
  // These routes come with the members and forum slices; until then their answer is the one any member's call gets.
  await visitor.page.route(/\/api\/(profiles|posts)\?/, async route =>
    route.fulfill({ response: await route.fetch({ url: `${house.url}/api/profile` }) }),
  )
  await visitor.opens('/test')
  for (const button of ['Test Profiles', 'Test Posts']) {
    await visitor.clicks(button)
    await expect(redBox(visitor)).toHaveText('Backend error: Authentication required')
  }
})
