import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { createTopic, listTopics } from '../forum/contract.ts'
import { readProfiles } from './contract.ts'

const result = (person: Person) => person.page.getByRole('region', { name: 'Result' }).locator('pre')
const redBox = (person: Person) => person.page.getByRole('alert').filter({ hasText: 'error:' })

test('the test page opens with a session too, and has exactly two buttons', { tag: ['@NAV-05', '@TEST-01'] }, async ({
  ada,
}) => {
  await ada.opens('/test')
  await ada.isAt('/test')
  await expect(ada.page.locator('main').getByRole('button')).toHaveText(['Test Profiles', 'Test Posts'])
  await axe(ada.page)
  await lookAt(ada.page, 'test')
})

test('each button reads 10 rows of the more there are and shows them raw', {
  tag: ['@API-24', '@TEST-02', '@TEST-03', '@TEST-04', '@TEST-08', '@TXT-45'],
}, async ({ ada, server }) => {
  test.slow()
  for (let n = 1; n <= 11; n += 1) {
    await server.member(`Member ${n}`)
    await ada.member.http.does(createTopic, { title: `Topic ${n}`, content: 'Words.' })
  }
  await ada.opens('/test')
  await ada.clicks('Test Profiles')
  await expect(result(ada)).toContainText('"full_name"')
  const profiles = JSON.parse((await result(ada).textContent()) ?? '')
  expect(profiles).toEqual(await ada.member.http.does(readProfiles, { limit: 10 }))
  expect(profiles).toHaveLength(10)
  await ada.clicks('Test Posts')
  await expect(result(ada)).toContainText('"Topic 11"')
  const posts = JSON.parse((await result(ada).textContent()) ?? '')
  expect(posts).toEqual(await ada.member.http.does(listTopics, { limit: 10 }))
  expect(posts).toHaveLength(10)
  await axe(ada.page)
  await lookAt(ada.page, 'test-result')
})

test('an answer that is an error is shown in a red box', { tag: ['@TEST-05', '@TEST-06'] }, async ({ ada }) => {
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

test('what is thrown on the way is shown as unexpected', { tag: ['@TEST-07'] }, async ({ ada }) => {
  ada.expects(/ERR_FAILED/)
  await ada.page.route('**/api/posts?*', route => route.abort())
  await ada.opens('/test')
  await ada.clicks('Test Posts')
  await expect(redBox(ada)).toHaveText(
    'Unexpected error: The server could not be reached. Please check your connection and try again.',
  )
})

test('a visitor may open the page, but the data asks for a session', { tag: ['@TEST-09', '@NAV-04'] }, async ({
  visitor,
}) => {
  visitor.expects(/status of 401/)
  await visitor.opens('/test')
  for (const button of ['Test Profiles', 'Test Posts']) {
    await visitor.clicks(button)
    await expect(redBox(visitor)).toHaveText('Backend error: Authentication required')
  }
})
