import { expect, test } from './fixtures.ts'

test('a call carries the session, and the server knows who asks', { tag: ['@API-04'] }, async ({ ada }) => {
  await ada.getsPagesWithoutBoot()
  const answered = ada.page.waitForResponse('**/api/profile')
  await ada.opens('/')
  const answer = await answered
  expect((await answer.request().allHeaders()).cookie).toContain('session=')
  expect(await answer.json()).toMatchObject({ full_name: 'Ada Osei' })
})

test('coming back to the window asks for nothing, even when the data is stale', { tag: ['@API-100'] }, async ({
  ada,
}) => {
  await ada.page.clock.install()
  await ada.getsPagesWithoutBoot()
  // The live stream sends its own requests.
  ada.expects(/status of 429/)
  await ada.gets('**/api/live*', {
    status: 429,
    json: { error: 'Too many windows are open at once.', request_id: 'x' },
  })
  // The last request of the start: it notes the visit, as the next ones do every few minutes.
  const noted = ada.page.waitForResponse(answer => answer.request().method() === 'POST' && /visits$/.test(answer.url()))
  // The sections of the dashboard are requested after the profile, when their headings are already shown.
  const sections = ada.page.waitForResponse('**/api/home')
  await ada.opens('/')
  await noted
  await sections
  await ada.sees('Complete Your Profile')
  await ada.seesHeading('Recent Activity Sample')
  const asked = ada.requestsTo(/\/api\/(?!live)/, method => method === 'GET')
  await ada.page.clock.fastForward('06:00')
  await ada.comesBack()
  await ada.page.clock.runFor(2_000)
  expect(asked).toEqual([])
})

test('no brand name appears: the interface speaks of the community', { tag: ['@TXT-47'] }, async ({ ada, visitor }) => {
  await visitor.opens('/auth')
  await expect(visitor.page).toHaveTitle('Sign in · The Community')
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('The Community')
  await ada.opens('/')
  const mark = ada.page.getByRole('complementary', { name: 'Sidebar' })
  await expect(mark.getByText('The Community', { exact: true })).toBeVisible()
  for (const { page } of [ada, visitor]) await expect(page.getByText(/third coast/i)).toHaveCount(0)
})
