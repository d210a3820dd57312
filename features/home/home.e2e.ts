import { type Sql, sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, likeTopic } from '../forum/contract.ts'

const part = (person: Person, title: string) => person.page.getByRole('region', { name: title })
const sidebar = (person: Person) => person.page.getByRole('complementary', { name: 'Sidebar' })

/** Empties the community: no topics, no events. */
async function empties(server: TestServer) {
  await server.owner.run(sql`delete from posts`)
  await server.owner.run(sql`delete from events`)
}

const events = async (person: Person, ...titles: string[]) => {
  const event_date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  for (const title of titles) {
    const event = { title, description: 'Coffee and candour', location: 'Fulton Market', event_date }
    expect(await person.member.http.tries('POST', '/api/direct-events', event)).toBe(201)
  }
}

test('the sidebar leads everywhere, from every screen', {
  tag: [
    '@HOME-01',
    '@HOME-02',
    '@HOME-03',
    '@HOME-04',
    '@HOME-05',
    '@HOME-06',
    '@HOME-07',
    '@HOME-08',
    '@HOME-09',
    '@HOME-10',
    '@HOME-17',
  ],
}, async ({ ada }) => {
  const entries = [
    ['Home', '/'],
    ['Forum', '/forum'],
    ['Members', '/members'],
    ['Events', '/events'],
    ['Resources', '/resources'],
    ['Investors', '/investors'],
    ['Intro Requests', '/intro-requests'],
    ['Settings', '/settings'],
  ] as const
  await ada.opens('/')
  const links = sidebar(ada).getByRole('navigation').getByRole('link')
  await expect(links).toHaveText(entries.map(([label]) => label))
  for (const [name, to] of entries)
    await expect(sidebar(ada).getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
  for (const screen of ['/forum', '/activity', '/settings']) {
    await ada.opens(screen)
    await expect(links).toHaveCount(entries.length)
  }
  await ada.page.setViewportSize({ width: 390, height: 844 })
  await expect(sidebar(ada)).toBeHidden()
  await ada.clicks('Open menu')
  await expect(ada.page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation').getByRole('link')).toHaveText(
    entries.map(([label]) => label),
  )
})

test('the foot of the sidebar and the greeting say who is signed in', {
  tag: ['@HOME-11', '@HOME-12', '@HOME-13', '@HOME-14', '@HOME-15', '@HOME-16', '@HOME-18'],
}, async ({ ada, server }) => {
  const { profile_id } = ada.member.http
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
  await expect(sidebar(ada).getByText('Ada Osei', { exact: true })).toBeVisible()
  await expect(sidebar(ada).getByText('Set up your profile')).toBeVisible()

  await server.owner.run(
    sql`update profiles set company_name = 'Lakeline Freight', full_name = '' where id = ${profile_id}`,
  )
  // The username of the account is not used instead.
  await ada.opens('/')
  await expect(sidebar(ada).getByText(ada.member.email, { exact: true })).toBeVisible()
  await expect(sidebar(ada).getByText('Lakeline Freight')).toBeVisible()
  await ada.seesHeading(`Welcome, ${ada.member.email.split('@')[0]}!`)

  await sidebar(ada).getByRole('button', { name: 'Log out' }).click()
  await ada.isAt('/auth')
})

test('how complete my profile is, until it is', {
  tag: ['@HOME-19', '@HOME-20', '@HOME-21', '@HOME-22', '@HOME-23'],
}, async ({ ada, server }) => {
  // The picture of the complete profile does not exist.
  ada.expects(/status of 404/)
  const fills = (fields: Sql) =>
    server.owner.run(sql`update profiles set ${fields} where id = ${ada.member.http.profile_id}`)
  // With the name from the registration, these are all five core fields: 50%.
  await fills(sql`company_name = 'Lakeline', company_description = 'Freight', industry = 'SaaS', stage = 'Seed'`)
  await ada.opens('/')
  const bar = ada.page.getByRole('progressbar', { name: 'Profile completion' })
  await expect(bar).toHaveAttribute('aria-valuenow', '50')
  await ada.sees('Your profile is 50% complete')
  await expect(part(ada, 'Complete Your Profile').getByRole('link', { name: 'Update Profile' })).toHaveAttribute(
    'href',
    '/profile',
  )
  await fills(sql`title = 'CEO', company_website = 'https://lakeline.example', fundraising_status = 'Not Fundraising',
    needs = '{Hiring}', contact_method = 'Email', location = 'Loop', twitter_handle = 'ada', linkedin_url = 'ada',
    website = 'https://ada.example', bio = 'Freight', can_help_with = '{Hiring}', avatar_url = '/api/files/ada.webp'`)
  const noted = ada.page.waitForResponse('**/api/visits/complete')
  await ada.opens('/')
  await ada.sees('Your profile is complete!')
  await expect(bar).toHaveAttribute('aria-valuenow', '100')
  await ada.doesNotSee('Complete Your Profile')
  await noted
  // It is said once: not on the way back in the app, and not on the next visit.
  await sidebar(ada).getByRole('link', { name: 'Members', exact: true }).click()
  await ada.seesHeading('Members')
  await ada.page.goBack()
  await expect(part(ada, 'Community Forum')).toBeVisible()
  await ada.doesNotSee('Your profile is complete!')
  await ada.page.reload()
  await expect(part(ada, 'Community Forum')).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('in an empty community the dashboard shows samples, and says so', {
  tag: ['@HOME-24', '@HOME-34', '@HOME-36', '@HOME-38', '@NAV-08'],
}, async ({ ada, server }) => {
  test.slow()
  await empties(server)
  await ada.opens('/')
  for (const title of ['Community Forum', 'Recent Activity', 'Upcoming Events']) {
    await expect(part(ada, title).getByRole('heading', { name: title })).toBeVisible()
    await expect(part(ada, title).getByText('Sample', { exact: true })).toBeVisible()
  }
  const posts = part(ada, 'Community Forum').getByRole('listitem')
  await expect(posts).toHaveCount(4)
  for (const link of await posts.getByRole('link').all()) await expect(link).toHaveAttribute('href', '/forum')
  const activities = part(ada, 'Recent Activity').getByRole('listitem')
  await expect(activities).toHaveCount(4)
  for (const done of ['replied to', 'posted', 'created the event', 'liked'])
    await expect(activities.filter({ hasText: done })).toHaveCount(1)
  const planned = part(ada, 'Upcoming Events').getByRole('listitem')
  await expect(planned).toHaveCount(2)
  for (const link of await planned.getByRole('link').all()) await expect(link).toHaveAttribute('href', '/events')
  await axe(ada.page)
  await lookAt(ada.page, 'home-samples')
})

test('the dashboard has the community’s latest', {
  tag: [
    '@HOME-25',
    '@HOME-26',
    '@HOME-27',
    '@HOME-28',
    '@HOME-29',
    '@HOME-30',
    '@HOME-31',
    '@HOME-32',
    '@HOME-33',
    '@HOME-35',
    '@HOME-37',
    '@HOME-39',
    '@HOME-40',
    '@NAV-36',
    '@NAV-37',
    '@NAV-38',
    '@TXT-40',
    '@TXT-41',
    '@TXT-42',
  ],
}, async ({ ada, bob, server }) => {
  test.slow()
  await empties(server)
  const makes = (title: string) =>
    ada.member.http.does(createTopic, { title, content: 'Words', tags: ['Legal', 'Growth'] })
  const topics = [
    await makes('One'),
    await makes('Two'),
    await makes('Three'),
    await makes('Four'),
    await makes('Five'),
  ]
  const five = topics[4]?.id ?? 0
  await bob.member.http.does(likeTopic, { id: five })
  await bob.member.http.does(createReply, { id: five, content: 'Yes.' })
  await events(bob, 'Breakfast', 'Lunch', 'Dinner')

  // The page contains all data: it is shown although the API call is blocked.
  const letGo = await ada.holdsBack('**/api/home')
  await ada.opens('/')
  await ada.doesNotSee('Sample')
  const posts = part(ada, 'Community Forum').getByRole('listitem')
  await expect(posts).toHaveCount(4)
  await expect(posts.getByRole('link')).toHaveText(['Five', 'Four', 'Three', 'Two'])
  await expect(posts.first().getByRole('link')).toHaveAttribute('href', `/forum/${five}`)
  await expect(posts.first()).toContainText('Ada Osei · just now')
  await expect(posts.first()).toContainText('Legal')
  await expect(posts.first()).toContainText('Growth')
  await expect(posts.first().getByText('1like', { exact: true })).toBeVisible()
  await expect(posts.first().getByText('1comment', { exact: true })).toBeVisible()
  await expect(part(ada, 'Recent Activity').getByRole('listitem')).toHaveCount(4)
  const planned = part(ada, 'Upcoming Events').getByRole('listitem')
  await expect(planned).toHaveCount(2)
  await expect(planned.getByRole('link')).toHaveText(['Breakfast', 'Lunch'])
  letGo()
  await axe(ada.page)
  await lookAt(ada.page, 'home')

  await expect(ada.page.getByRole('link', { name: 'View all events' })).toHaveAttribute('href', '/events')
  await ada.clicks('View All')
  await ada.isAt('/forum')
  await ada.page.goBack()
  await ada.clicks('Create New Post')
  await ada.isAt('/forum/new')
  await expect(ada.page.getByRole('dialog', { name: 'New Topic' })).toBeVisible()
  await ada.opens('/')
  await part(ada, 'Community Forum').getByRole('link', { name: 'Five' }).click()
  await ada.seesHeading('Five')
  await ada.opens('/')
  await ada.clicks('View all activity')
  await ada.isAt('/activity')
  await ada.seesHeading('Recent Activity')
})

test('the dashboard shows skeletons while loading, and Try Again after an error', async ({ ada }) => {
  test.slow()
  ada.expects(/status of 503/)
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/home')
  await ada.opens('/')
  await expect(ada.page.getByRole('status', { name: 'Loading the dashboard' })).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'home-loading')
  letGo()
  await ada.page.unroute('**/api/home')
  await ada.gets('**/api/home', { status: 503, json: { error: 'Restarting.', request_id: 'x' } })
  await ada.opens('/')
  await ada.seesHeading('The dashboard could not be loaded')
  await axe(ada.page)
  await ada.page.unroute('**/api/home')
  await ada.clicks('Try Again')
  await expect(part(ada, 'Community Forum')).toBeVisible()
})
