import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import type { Person } from '../../tests/e2e/person.ts'
import { restsScrolled } from '../../tests/e2e/scrolling.ts'
import { saveAvatar, saveProfile } from '../profile/contract.ts'
import { countMembers } from './contract.ts'

/** A GIF of one pixel. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const long = `${'What we build and why it matters. '.repeat(8)}The end.`

const cardOf = (person: Person, name: string) => person.page.getByRole('article', { name, exact: true })
const cards = (person: Person) => person.page.getByRole('feed').getByRole('article')
const chooses = async (person: Person, filter: string, option: string | RegExp) => {
  await person.page.getByLabel(filter, { exact: true }).click()
  await person.page.getByRole('option', { name: option }).click()
}

async function fillsIn(person: Person, company: string) {
  await person.member.http.asks('PUT', saveAvatar.path, dot, { 'content-type': 'image/gif' })
  return person.member.http.does(saveProfile, {
    title: 'CEO',
    company_name: company,
    company_description: long,
    company_website: 'lakeline.example',
    industry: 'Web3',
    stage: 'Seed',
    fundraising_status: 'Actively Fundraising',
    needs: ['Hiring', 'Legal Help'],
    can_help_with: ['Mentorship'],
    contact_method: 'LinkedIn',
    location: 'Pilsen',
    twitter_handle: '@bobk',
    linkedin_url: 'bob-kowalski',
    github: 'bobk',
    bio: 'Likes trains.',
    phone: '(312) 555-0199',
    phone_visibility: 'members',
  })
}

test('Ada opens the directory and finds Bob’s card', {
  tag: [
    '@NAV-19',
    '@MEM-01',
    '@MEM-02',
    '@MEM-03',
    '@MEM-04',
    '@MEM-10',
    '@MEM-61',
    '@MEM-13',
    '@MEM-14',
    '@MEM-15',
    '@MEM-19',
    '@MEM-20',
    '@MEM-21',
    '@MEM-22',
    '@MEM-23',
    '@MEM-24',
    '@MEM-25',
    '@MEM-26',
  ],
}, async ({ ada, bob }) => {
  const { avatar_url } = await fillsIn(bob, 'Lakeline Freight')
  await ada.opens('/members?q=lakeline')
  await ada.seesHeading('Members')
  await ada.sees('Connect with other founders in the community')
  await expect(ada.page.getByPlaceholder('Search members...')).toHaveValue('lakeline')
  const { matching, listed } = await ada.member.http.does(countMembers, { q: 'lakeline' })
  await ada.sees(`Showing ${matching} of ${listed} members`)

  const card = cardOf(ada, 'Bob Kowalski').first()
  await expect(card.getByRole('heading')).toHaveText('Bob Kowalski')
  await expect(card).toContainText('CEO at Lakeline Freight')
  await expect(card).toContainText(`${long.slice(0, 160)}...`)
  await expect(card.locator('img')).toHaveAttribute('src', String(avatar_url).replace('.webp', '-96.webp'))
  for (const text of ['Web3', 'Seed', 'Pilsen', 'Looking for:', 'Hiring', 'Legal Help', 'Can help with:', 'Mentorship'])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  const link = (name: string) => card.getByRole('link', { name })
  await expect(link('Bob Kowalski on LinkedIn')).toHaveAttribute('href', 'https://linkedin.com/in/bob-kowalski')
  await expect(link('Bob Kowalski on Twitter')).toHaveAttribute('href', 'https://x.com/bobk')
  await expect(link('Website of Bob Kowalski')).toHaveAttribute('href', 'https://lakeline.example')
  await axe(ada.page)
  await lookAt(ada.page, 'members-card')
  await ada.clicks('Back to Home')
  await ada.isAt('/')
})

test('search, industry and stage narrow the list, live in the address and are cleared at once', {
  tag: ['@MEM-05', '@MEM-06', '@MEM-07', '@MEM-08', '@MEM-09', '@MEM-58', '@MEM-59', '@MEM-60'],
}, async ({ ada, bob, eve }) => {
  await bob.member.http.does(saveProfile, { company_name: 'Quarry One', industry: 'Hardware', stage: 'MVP' })
  await eve.member.http.does(saveProfile, { company_name: 'Quarry Two', industry: 'Travel', stage: 'MVP' })
  await ada.opens('/members')
  await expect(ada.page.getByLabel('Industry', { exact: true })).toHaveText('All Industries')
  await expect(ada.page.getByLabel('Stage', { exact: true })).toHaveText('All Stages')
  await ada.doesNotSee('Filtered by:')

  await ada.types('Search members...', 'quarry')
  await expect(cards(ada)).toHaveCount(2)
  await expect(ada.page).toHaveURL(/\?q=quarry$/)
  // The options are the members' values, each with its number of results.
  const counts = await ada.member.http.does(countMembers, { q: 'quarry' })
  await ada.page.getByLabel('Industry', { exact: true }).click()
  await expect(ada.page.getByRole('option', { name: 'Hardware (1)' })).toBeVisible()
  const offered = (await ada.page.getByRole('option').allTextContents()).sort()
  expect(offered).toEqual(
    ['All Industries', ...counts.industries.map(option => `${option.value} (${option.count})`)].sort(),
  )
  expect(offered).toContain('Hardware (1)')
  await ada.page.getByRole('option', { name: 'Hardware (1)' }).click()
  await expect(cards(ada)).toHaveCount(1)
  await chooses(ada, 'Stage', /^MVP/)
  await expect(ada.page).toHaveURL(/\?q=quarry&industry=Hardware&stage=MVP$/)
  await expect(cardOf(ada, 'Bob Kowalski')).toBeVisible()
  await ada.sees('Filtered by:')
  for (const chip of ['Remove “quarry”', 'Remove Hardware', 'Remove MVP'])
    await expect(ada.page.getByRole('button', { name: chip })).toBeVisible()

  await ada.page.reload()
  await expect(cards(ada)).toHaveCount(1)
  await ada.clicks('Remove Hardware')
  await expect(cards(ada)).toHaveCount(2)
  await ada.clicks('Clear filters')
  await expect(ada.page).toHaveURL(/\/members$/)
  await expect(ada.page.getByPlaceholder('Search members...')).toHaveValue('')
  await ada.doesNotSee('Filtered by:')
  await expect(cards(ada)).not.toHaveCount(2)
})

test('nine outlines stand while the cards are on their way; an empty result says what to do', {
  tag: ['@MEM-12', '@MEM-46'],
}, async ({ ada }) => {
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/members?**')
  await ada.opens('/members?q=nobodyiscalledthis')
  await expect(ada.page.locator('[data-skeleton=card]')).toHaveCount(9)
  await lookAt(ada.page, 'members-loading')
  await axe(ada.page)
  letGo()
  await ada.sees('No members found')
  await ada.sees('Try adjusting your search filters')
  await expect(ada.page.locator('[data-skeleton=card]')).toHaveCount(0)
  await axe(ada.page)
  await lookAt(ada.page, 'members-empty')
})

test('a directory that cannot be read says so, and Try again reloads the page', {
  tag: ['@MEM-47', '@MEM-48', '@MEM-49', '@MEM-50'],
}, async ({ ada }) => {
  ada.expects(/500/)
  await ada.getsPagesWithoutBoot()
  await ada.gets('**/api/members?**', { status: 500, json: { error: 'Broken', request_id: 'x' } })
  const counted = ada.page.waitForResponse('**/api/members/counts*')
  await ada.opens('/members')
  await ada.isTold('destructive', 'Failed to load members')
  await ada.seesHeading('Failed to load members')
  await counted
  await ada.doesNotSee(/^Showing/)
  await ada.sees('There was an error fetching the member data.')
  await axe(ada.page)
  await lookAt(ada.page, 'members-error')
  await ada.page.unroute('**/api/members?**')
  const reloaded = ada.page.waitForEvent('load')
  await ada.clicks('Try again')
  await reloaded
  await expect(cards(ada).first()).toBeVisible()
})

test('cards stand three in a row, by name; who has no name is not among them, who wrote little is', {
  tag: ['@MEM-11', '@MEM-16', '@MEM-51', '@MEM-52', '@MEM-62'],
}, async ({ ada, eve, server }) => {
  await eve.member.http.does(saveProfile, { full_name: '' })
  const named = [
    `Zed ${ada.member.email}`,
    `Abe ${ada.member.email}`,
    `Max ${ada.member.email}`,
    `Moe ${ada.member.email}`,
  ]
  for (const name of named)
    await server.owner.run(sql`
      with made as (insert into users (email) values (${`${name.replace(' ', '.')}`}) returning id)
      insert into profiles (user_id, full_name, company_name) select id, ${name}, 'Threefold' from made`)
  await ada.opens('/members?q=threefold')
  await expect(cards(ada).getByRole('heading')).toHaveText([...named].sort())
  const boxes = await Promise.all([0, 1, 2, 3].map(at => cards(ada).nth(at).boundingBox()))
  expect(new Set(boxes.slice(0, 3).map(box => box?.y)).size).toBe(1)
  expect(boxes[3]?.y).toBeGreaterThan(boxes[0]?.y ?? Number.POSITIVE_INFINITY)
  // Without a picture: initials.
  await expect(cards(ada).first().locator('[data-avatar]')).toHaveText(/^A/)
  await expect(cards(ada).first().locator('img')).toHaveCount(0)

  const listed = await server.owner.one<{ n: number }>(
    sql`select count(*)::int as n from profiles where full_name <> ''`,
  )
  await ada.opens('/members')
  await ada.sees(`Showing ${listed.n} of ${listed.n} members`)
  // The cards stay the same elements when the columns change, so a turned phone does not lose the focus.
  const button = cards(ada).first().getByRole('button')
  await button.focus()
  await ada.page.setViewportSize({ width: 390, height: 844 })
  const left = (await cards(ada).first().boundingBox())?.x
  await expect.poll(async () => (await cards(ada).nth(1).boundingBox())?.x).toBe(left)
  await expect(button).toBeFocused()
})

test('a misspelt search shows close matches; typing is debounced', async ({ ada, bob }) => {
  await bob.member.http.does(saveProfile, { company_name: 'Kestrelworks' })
  await ada.page.clock.install()
  await ada.opens('/members')
  await ada.types('Search members...', 'kestrlworks')
  await ada.sees('Showing close matches')
  await expect(cardOf(ada, 'Bob Kowalski')).toBeVisible()
  await axe(ada.page)
  const requests = ada.requestsTo(/\/api\/members\?q=/)
  // The clock stands still while the letters are typed, however long that takes.
  await ada.page.clock.pauseAt((await ada.page.evaluate(() => Date.now())) + 5_000)
  await ada.page.getByPlaceholder('Search members...').pressSequentially('xyz')
  await ada.page.clock.resume()
  await ada.sees('No members found')
  expect(requests).toHaveLength(1)
})

test('whoever types slowly sends at most two searches a second', async ({ ada }) => {
  await ada.page.clock.install()
  await ada.opens('/members')
  const requests = ada.requestsTo(/\/api\/members\?q=/)
  await ada.page.clock.pauseAt((await ada.page.evaluate(() => Date.now())) + 5_000)
  for (const letter of 'kestrelworks') {
    await ada.page.getByPlaceholder('Search members...').pressSequentially(letter)
    await ada.page.clock.runFor(250)
  }
  await ada.page.clock.resume()
  await ada.page.waitForURL(/q=kestrelworks/)
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.length).toBeLessThanOrEqual(7)
})

test('scrolling loads pages, the list is virtualised, and Back restores the position', { tag: '@main' }, async ({
  ada,
  server,
}) => {
  await server.owner.run(sql`
    with made as (insert into users (email) select 'many' || i || ${ada.member.email} from generate_series(1, 300) i returning id)
    insert into profiles (user_id, full_name, company_name, company_description)
      select id, 'Many ' || row_number() over (), 'Multitude', repeat('Words about what we do. ', 1 + (row_number() over () % 7)::int) from made`)
  await ada.opens('/members?q=multitude')
  await expect(cards(ada).first()).toBeVisible()
  for (let turn = 0; turn < 12; turn++) {
    await ada.page.mouse.wheel(0, 3000)
    await expect(ada.page.getByRole('status', { name: 'Loading more members' })).not.toBeInViewport()
  }
  await expect.poll(() => cards(ada).count()).toBeLessThan(60)
  await restsScrolled(ada)
  const name = (await cards(ada).nth(12).getByRole('heading').textContent()) ?? ''
  await cardOf(ada, name).getByRole('button').click()
  await expect(ada.page.getByRole('dialog', { name })).toBeVisible()
  await ada.page.goBack()
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  await expect(cardOf(ada, name)).toBeVisible()

  const placeOf = async () => (await cardOf(ada, name).boundingBox())?.y
  const place = await placeOf()
  await cardOf(ada, name).getByRole('button').click()
  await ada.clicks('View full profile')
  await ada.page.waitForURL(/\/members\/\d+$/)
  await ada.seesHeading(name)
  await ada.page.goBack()
  await expect(ada.page.getByRole('dialog', { name })).toBeVisible()
  await ada.page.keyboard.press('Escape')
  await expect(cardOf(ada, name)).toBeVisible()
  await restsScrolled(ada)
  expect(await placeOf()).toBe(place)
})

test('a failed page can be loaded again with a button', async ({ ada, server }) => {
  ada.expects(/500/)
  await server.owner.run(sql`
    with made as (insert into users (email) select 'torn' || i || ${ada.member.email} from generate_series(1, 40) i returning id)
    insert into profiles (user_id, full_name, company_name) select id, 'Torn Page', 'Tornpages' from made`)
  await ada.gets('**/api/members?*after*', { status: 500, json: { error: 'Broken', request_id: 'x' } })
  await ada.opens('/members?q=tornpages')
  await ada.page.mouse.wheel(0, 20_000)
  await ada.sees('More members could not be loaded.')
  await ada.page.unroute('**/api/members?*after*')
  await ada.clicks('Try again')
  await ada.doesNotSee('More members could not be loaded.')
  await ada.page.mouse.wheel(0, 20_000)
  await expect(ada.page.locator('[aria-posinset="40"]')).toBeVisible()
})
