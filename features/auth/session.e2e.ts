import { sql } from '../../database/connection/sql.ts'
import { expect, type Person, test } from '../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../tests/test-server.ts'

const sidebar = (person: Person) => person.page.getByRole('complementary', { name: 'Sidebar' })

test('signed in is reached from loading when the page has to ask', { tag: ['@AUTH-46'] }, async ({ ada }) => {
  await ada.getsPagesWithoutBoot()
  await ada.opens('/auth')
  await ada.isAt('/')
  await ada.seesHeading('Welcome, Ada Osei!')
})

test('Ada is in before her profile has come', { tag: ['@AUTH-47'] }, async ({ ada }) => {
  const letGo = await ada.holdsBack('**/api/profile')
  await ada.getsPagesWithoutBoot()
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
  await expect(ada.page.getByText('Complete Your Profile')).toHaveCount(0)
  letGo()
  await ada.sees('Complete Your Profile')
})

test('signing in sets the user and fetches the profile', { tag: ['@AUTH-49', '@AUTH-50'] }, async ({
  ada,
  visitor,
}) => {
  const requests = visitor.requestsTo(/\/api\/profile$/)
  await visitor.opens('/auth')
  expect(requests).toEqual([])
  await visitor.signsIn(ada.member)
  await visitor.isAt('/')
  await expect(sidebar(visitor).getByText('Ada Osei')).toBeVisible()
  await visitor.sees('Complete Your Profile')
  expect(requests.map(request => request.method)).toEqual(['GET'])
})

test('Ada logs out; whoever signs in next in this tab meets nothing of hers', {
  tag: ['@AUTH-51', '@AUTH-52', '@AUTH-67'],
}, async ({ ada, bob }) => {
  await ada.opens('/')
  await ada.sees('Complete Your Profile')
  await ada.clicks('Log out')
  await ada.isAt('/auth')
  await expect(sidebar(ada)).toHaveCount(0)

  await ada.holdsBack('**/api/profile')
  await ada.signsIn(bob.member)
  await ada.isAt('/')
  await ada.seesHeading('Welcome, Bob Kowalski!')
  await expect(ada.page.getByText(/Ada Osei|Complete Your Profile/)).toHaveCount(0)
})

test('a session that was logged out is over on the server as well', { tag: ['@AUTH-67'] }, async ({ ada, server }) => {
  await ada.opens('/')
  const [cookie] = await ada.page.context().cookies()
  await ada.clicks('Log out')
  await ada.isAt('/auth')
  const answer = await fetch(`${server.url}/api/profile`, { headers: { cookie: `${cookie?.name}=${cookie?.value}` } })
  expect(answer.status).toBe(401)
})

test('a profile that cannot be made does not spoil the registration', { tag: ['@AUTH-53'] }, async ({
  server,
  visitor,
}) => {
  visitor.expects(/status of (404|500)/)
  await server.owner.run(sql`
    create function refuse_nora() returns trigger language plpgsql as
      $$ begin if new.full_name = 'Nora Unlucky' then raise exception 'no profile for her'; end if; return new; end $$`)
  await server.owner.run(
    sql`create trigger refuse_nora before insert on profiles for each row execute function refuse_nora()`,
  )
  try {
    await visitor.opens('/auth')
    await visitor.opensTab('Register')
    await visitor.types('Email', 'nora@example.com')
    await visitor.types('Full Name', 'Nora Unlucky')
    await visitor.types('Password', 'correct horse battery')
    await visitor.types('Confirm Password', 'correct horse battery')
    await visitor.clicks('Create Account')
    await visitor.isTold('success', 'Registration successful', 'Welcome to the community!')
    await visitor.isAt('/')
    await visitor.seesHeading('Welcome, Nora Unlucky!')
  } finally {
    await server.owner.run(sql`drop function refuse_nora cascade`)
  }
})

test('a profile that cannot be read leaves Ada signed in', { tag: ['@AUTH-54'] }, async ({ ada }) => {
  ada.expects(/status of 500/)
  await ada.gets('**/api/profile', { status: 500, json: { error: 'Broken.', request_id: 'x' } })
  await ada.getsPagesWithoutBoot()
  const answered = ada.page.waitForResponse('**/api/profile')
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
  await answered
  await ada.isAt('/')
  await ada.seesHeading('Welcome, Ada Osei!')
})

test('a missing profile is made and fetched again', { tag: ['@AUTH-55', '@AUTH-56'] }, async ({ ada, server }) => {
  ada.expects(/status of 404/)
  await server.owner.run(sql`delete from profiles where user_id = ${ada.member.http.user_id}`)
  await ada.getsPagesWithoutBoot()
  const requests = ada.requestsTo(/\/api\/profile$/)
  await ada.opens('/')
  await ada.sees('Complete Your Profile')
  expect(requests.map(request => request.method)).toEqual(['GET', 'POST', 'GET'])
  expect(
    await server.owner.rows(sql`select full_name from profiles where user_id = ${ada.member.http.user_id}`),
  ).toEqual([{ full_name: 'Ada Osei' }])
})

test('the session persists over a reload', { tag: ['@AUTH-61'] }, async ({ ada, visitor }) => {
  await visitor.opens('/auth')
  await visitor.signsIn(ada.member)
  await visitor.isAt('/')
  await visitor.page.reload()
  await visitor.isAt('/')
  await visitor.seesHeading('Welcome, Ada Osei!')
})

test('a tab that comes back after a long sleep asks again who it is', { tag: ['@AUTH-62'] }, async ({ ada }) => {
  await ada.page.clock.install()
  const requests = ada.requestsTo(/\/api\/auth\/session$/)
  await ada.opens('/settings')
  await ada.seesHeading('Settings')
  await ada.comesBack()
  expect(requests).toEqual([])
  await ada.page.clock.fastForward('20:00')
  await ada.comesBack()
  await expect.poll(() => requests.length).toBe(1)
})

test('nothing in the address is taken for a session', { tag: ['@AUTH-63'] }, async ({ visitor }) => {
  await visitor.opens('/auth#access_token=abc&refresh_token=def&type=recovery')
  await expect(visitor.page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(visitor.page).toHaveURL(/#access_token=abc&refresh_token=def&type=recovery$/)
  await visitor.opens('/settings#access_token=abc')
  await visitor.isAt('/auth')
})

test('logging out in one tab leaves the other ones too, and logging in enters them', { tag: ['@AUTH-68'] }, async ({
  ada,
}) => {
  await ada.opens('/settings')
  const other = await ada.page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Welcome, Ada Osei!' })).toBeVisible()
  await ada.clicks('Log out')
  await expect(other.getByRole('tab', { name: 'Login' })).toBeVisible()
  await ada.signsIn(ada.member)
  await expect(other.getByRole('heading', { name: 'Welcome, Ada Osei!' })).toBeVisible()
})

/** Opens the settings with a clock that the test sets, and then has no session any more. */
async function losesSession(ada: Person, server: TestServer) {
  ada.expects(/status of 401/)
  await ada.page.clock.install()
  await ada.opens('/settings')
  await ada.seesHeading('Settings')
  await server.owner.run(sql`delete from sessions where user_id = ${ada.member.http.user_id}`)
}

test('a session ended elsewhere is detected when the tab is focused again, and signing in returns to the screen', async ({
  ada,
  server,
}) => {
  await losesSession(ada, server)
  await ada.page.clock.fastForward('20:00')
  await ada.comesBack()
  await ada.isAt('/auth')
  await ada.signsIn(ada.member)
  await ada.isAt('/settings')
})

test('after an ended session, signing in returns to the screen if a second response ends it while the sign-in page loads', {
  tag: '@main',
}, async ({ ada, server }) => {
  const showSignIn = await ada.holdsBack('**/assets/AuthPage-*.js')
  await losesSession(ada, server)
  const answers: number[] = []
  ada.page.on('response', response => response.url().endsWith('/api/auth/session') && answers.push(response.status()))
  for (const count of [1, 2]) {
    await ada.page.clock.fastForward('20:00')
    await ada.comesBack()
    await expect.poll(() => answers.length).toBeGreaterThanOrEqual(count)
  }
  showSignIn()
  await ada.isAt('/auth')
  await ada.signsIn(ada.member)
  await ada.isAt('/settings')
})
