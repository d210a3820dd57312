import type { Page } from '@playwright/test'
import { sql } from '../../database/connection/sql.ts'
import { expect, type Person, test } from './fixtures.ts'

const SECRET = 'We will run out of money in March'

/** All data of this site that a script can read in the page, its tab and the browser. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const cached: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(url)
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      cached,
      name: window.name,
      address: location.href,
      history: history.state,
      page: document.documentElement.outerHTML,
    })
  })

async function keepsNothingOf(page: Page, { member }: Person): Promise<void> {
  const kept = await keptIn(page)
  for (const word of [SECRET, member.http.user_id, member.email, member.name, 'draft:'])
    expect(kept).not.toContain(word)
}

/** One draft in localStorage, one in sessionStorage. */
async function writesDrafts(person: Person): Promise<void> {
  await person.opens('/forum/new')
  await person.page.getByRole('dialog').getByLabel('Title').fill(SECRET)
  await person.opens('/create-introduction-request')
  await person.page.getByLabel('Context').fill(SECRET)
  const kept = JSON.parse(await keptIn(person.page))
  expect(JSON.stringify(kept.local)).toContain(SECRET)
  expect(JSON.stringify(kept.session)).toContain(SECRET)
}

const endsElsewhere = (
  { owner }: { owner: { run(query: ReturnType<typeof sql>): Promise<unknown> } },
  { member }: Person,
) => owner.run(sql`delete from sessions where user_id = ${member.http.user_id}`)

test('after a sign-out no tab keeps data of the member except the theme', { tag: '@main' }, async ({ ada }) => {
  await ada.opens('/settings')
  await ada.page.getByRole('radio', { name: 'Dark' }).check()
  await writesDrafts(ada)
  const otherTab = await ada.page.context().newPage()
  await otherTab.goto('/create-introduction-request')
  await otherTab.getByLabel('Context').fill(SECRET)
  await ada.clicks('Log out')
  await ada.clicks('Sign out and discard it')
  await ada.isAt('/auth')
  await expect(otherTab.getByRole('tab', { name: 'Login' })).toBeVisible()
  for (const page of [ada.page, otherTab]) await keepsNothingOf(page, ada)
  expect(await ada.page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('signing out everywhere and deleting the account keep no data either', async ({ ada, bob }) => {
  await writesDrafts(ada)
  await ada.opens('/settings')
  await ada.clicks('Sign out everywhere')
  await ada.clicks('Sign out and discard it')
  await ada.isAt('/auth')
  await keepsNothingOf(ada.page, ada)

  await writesDrafts(bob)
  await bob.opens('/settings')
  await bob.clicks('Delete my account')
  await bob.types('Password', bob.member.password)
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await bob.isTold('success', 'Your account is deleted', 'Thank you for having been part of the community.')
  await bob.isAt('/auth')
  await keepsNothingOf(bob.page, bob)
})

test('a closed tab with a draft that is reopened after the sign-out restores nothing', async ({ ada }) => {
  const closed = await ada.page.context().newPage()
  await closed.goto('/create-introduction-request')
  await closed.getByLabel('Context').fill(SECRET)
  const before = await closed.evaluate(() => ({ ...sessionStorage }))
  await closed.close()
  await ada.opens('/')
  await ada.clicks('Log out')
  await ada.isAt('/auth')

  // 'Reopen closed tab' restores the tab's sessionStorage before the page loads.
  const again = await ada.page.context().newPage()
  await again.goto('/before-app.js')
  await again.evaluate(old => Object.assign(sessionStorage, old), before)
  expect(await keptIn(again)).toContain(SECRET)
  await again.goto('/auth')
  await expect(again.getByRole('tab', { name: 'Login' })).toBeVisible()
  await keepsNothingOf(again, ada)
})

test('an expired session keeps the drafts for the same member', async ({ ada, server }) => {
  ada.expects(/status of 401/)
  await writesDrafts(ada)
  await endsElsewhere(server, ada)
  await ada.page.reload()
  await ada.isAt('/auth')
  expect(await keptIn(ada.page)).toContain(SECRET)
  await ada.signsIn(ada.member)
  await expect(ada.page.getByLabel('Context')).toHaveValue(SECRET)
  await ada.opens('/forum/new')
  await expect(ada.page.getByRole('dialog').getByLabel('Title')).toHaveValue(SECRET)
})

test('another member who signs in removes them, also in a tab that stayed open', { tag: '@main' }, async ({
  ada,
  bob,
  server,
}) => {
  ada.expects(/status of 401/)
  await writesDrafts(ada)
  await endsElsewhere(server, ada)
  const otherTab = await ada.page.context().newPage()
  await otherTab.goto('/auth')
  await otherTab.getByLabel('Email', { exact: true }).fill(bob.member.email)
  await otherTab.getByLabel('Password', { exact: true }).fill(bob.member.password)
  await otherTab.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(otherTab.getByRole('heading', { name: 'Welcome, Bob Kowalski!' })).toBeVisible()

  await expect(ada.page.getByRole('complementary', { name: 'Sidebar' }).getByText('Bob Kowalski')).toBeVisible()
  for (const page of [ada.page, otherTab]) await keepsNothingOf(page, ada)
  await ada.opens('/create-introduction-request')
  await expect(ada.page.getByLabel('Context')).toHaveValue('')
})

test('a sign-out removes members’ pictures from the browser cache', async ({ ada, bob }) => {
  ada.expects(/ERR_CACHE_MISS|ERR_FAILED|Failed to load resource/)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await bob.opens('/profile')
  const address = await bob.page.evaluate(async data => {
    const body = Uint8Array.from(atob(data), char => char.charCodeAt(0))
    const answer = await fetch('/api/profile/avatar', { method: 'PUT', headers: { 'content-type': 'image/png' }, body })
    return ((await answer.json()) as { avatar_url: string }).avatar_url
  }, pixel)
  const isCached = () =>
    ada.page.evaluate(
      url =>
        fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          answer => answer.ok,
          () => false,
        ),
      address,
    )
  await ada.opens('/')
  expect(await isCached()).toBe(false)
  await ada.page.evaluate(url => fetch(url).then(answer => answer.arrayBuffer()), address)
  expect(await isCached()).toBe(true)
  await ada.clicks('Log out')
  await ada.isAt('/auth')
  expect(await isCached()).toBe(false)
})
