import type { Page } from '@playwright/test'
import { createTopic } from '../../features/forum/contract.ts'
import { axe, expect, lookAt, type Person, phone, test } from './fixtures.ts'
import { hasAllScreens } from './without-network.ts'

test.use({ serviceWorkers: 'allow' })

const newTopic = (person: Person) =>
  person.member.http.does(createTopic, { title: 'Payroll', content: 'Who does yours?', tags: ['General'] })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'You have writing that was not sent' })
const replyIn = (page: Page) => page.getByLabel('Your reply', { exact: true })
const keptOf = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

async function writesReply(page: Page, topicId: number, text: string) {
  await page.goto(`/forum/${topicId}`)
  await replyIn(page).fill(text)
}

test('signing out asks before it discards unsent writing, including that of other tabs', { tag: '@main' }, async ({
  ada,
}) => {
  const { page } = ada
  const topic = await newTopic(ada)
  await writesReply(page, topic.id, 'Half a reply')
  const otherTab = await page.context().newPage()
  otherTab.on('dialog', asked => void asked.accept())
  await otherTab.goto('/profile?edit=all')
  await otherTab.getByLabel('Bio').fill('Unsaved words')

  await ada.clicks('Log out')
  await expect(question(page)).toHaveAccessibleDescription('A reply, Your profile')
  await axe(page)
  await lookAt(page, 'sign-out-unsent')
  await ada.clicks('Stay signed in')
  await expect(question(page)).toHaveCount(0)
  await expect(replyIn(page)).toHaveValue('Half a reply')
  await expect(otherTab.getByLabel('Bio')).toHaveValue('Unsaved words')

  // The buttons in the settings ask too.
  await ada.opens('/settings')
  // Asked again if needed: this page knows of the other tab's draft only once that tab has answered it.
  await expect(async () => {
    await ada.clicks('Sign out everywhere')
    try {
      await expect(question(page)).toHaveAccessibleDescription('A reply, Your profile', { timeout: 5_000 })
    } finally {
      await ada.clicks('Stay signed in')
    }
  }).toPass()
  await ada.clicks('Sign out this browser')
  await expect(question(page)).toHaveAccessibleDescription('A reply, Your profile')
  await ada.clicks('Sign out and discard it')
  await ada.isAt('/auth')
  for (const tab of [page, otherTab]) {
    await expect(tab.getByRole('tab', { name: 'Login' })).toBeVisible()
    await expect(tab.getByText('What you were writing is kept')).toHaveCount(0)
    expect(await keptOf(tab)).not.toContain('draft:')
  }
})

test('closed, unchanged, emptied or sent forms are not unsent writing: signing out does not ask', async ({ ada }) => {
  const { page } = ada
  const topic = await newTopic(ada)
  const otherTab = await page.context().newPage()
  await otherTab.goto('/create-introduction-request')
  await otherTab.getByLabel('Context').fill('Of a tab that is closed')
  await otherTab.close()
  await writesReply(page, topic.id, 'Sent')
  await ada.clicks('Post')
  await ada.isTold('success', 'Reply posted')
  await replyIn(page).fill('Emptied')
  await replyIn(page).fill('')
  await ada.opens('/resources')
  await ada.clicks('Add Resource')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') })
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Notes')
  await page.keyboard.press('Escape')
  await ada.clicks('Log out')
  await ada.isAt('/auth')
})

test('the phone menu asks too, and a sign-out offline discards what was confirmed', async ({ ada }) => {
  const { page } = ada
  ada.expects(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const topic = await newTopic(ada)
  await page.setViewportSize(phone)
  await writesReply(page, topic.id, 'Half a reply')
  await hasAllScreens(ada)
  await page.context().setOffline(true)
  await ada.clicks('Open menu')
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' }).click()
  await expect(question(page)).toHaveAccessibleDescription('A reply')
  await ada.clicks('Sign out and discard it')
  await ada.isAt('/auth')
  await page.context().setOffline(false)
  await expect.poll(() => ada.member.http.tries('GET', '/api/profile')).toBe(401)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter(key => key.startsWith('draft:')))).toEqual([])
})

test('where the dialog of the question cannot be fetched, the browser asks', async ({ ada }) => {
  const { page } = ada
  ada.expects(/Failed to load resource/)
  const topic = await newTopic(ada)
  await writesReply(page, topic.id, 'Half a reply')
  await page.route('**/assets/DialogPanel-*.js', route => route.abort())
  const asked: string[] = []
  page.on('dialog', async question => {
    asked.push(question.message())
    await (asked.length > 1 ? question.accept() : question.dismiss())
  })
  await ada.opens('/')
  for (const times of [1, 2]) {
    await ada.clicks('Log out')
    await expect.poll(() => asked.length).toBe(times)
  }
  expect(asked[0]).toBe('You have writing that was not sent\n\nA reply')
  await ada.isAt('/auth')
})

test('a duplicated tab has its own draft', async ({ ada }) => {
  const { page } = ada
  const topic = await newTopic(ada)
  await writesReply(page, topic.id, 'Written before')
  // 'Duplicate tab' copies sessionStorage before the page loads.
  const copied = await page.evaluate(() => ({ ...sessionStorage }))
  const copy = await page.context().newPage()
  await copy.goto('/before-app.js')
  await copy.evaluate(storage => Object.assign(sessionStorage, storage), copied)
  await copy.goto(`/forum/${topic.id}`)
  await expect(replyIn(copy)).toHaveValue('Written before')
  await expect(copy.getByRole('region', { name: 'Not saved' })).toHaveCount(0)
  const ids = (tab: Page) =>
    tab.evaluate(() =>
      Object.entries(sessionStorage)
        .filter(([key]) => key.startsWith('draft:'))
        .map(([, draft]) => JSON.parse(draft).id),
    )
  const [first] = await ids(page)
  await expect.poll(() => ids(copy)).not.toContain(first)
  await replyIn(page).fill('Of the first tab')
  await replyIn(copy).fill('Of the copy')
  await page.close()
  await copy.reload()
  await expect(replyIn(copy)).toHaveValue('Of the copy')
  await expect(copy.getByRole('region', { name: 'Not saved' })).toContainText('Of the first tab')
})
