import type { Page } from '@playwright/test'
import { sql } from '../../database/connection/sql.ts'
import { expect, test } from '../../tests/e2e/fixtures.ts'
import { add, cards, clear, dialog, inDays, titles } from './in-browser.ts'

test.beforeEach(({ server }) => clear(server))

const create = async (page: Page, title: string, day: string) => {
  await page.getByRole('button', { name: 'Create Event' }).first().click()
  const form = dialog(page)
  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Description').fill('Bring a chair.')
  await form.getByLabel('Location').fill('Humboldt Park')
  await form.getByLabel('Date').fill(day)
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(form).toHaveCount(0)
}

test('an event added from another tab or during a search is at the top of the list that shows it, until the next load', {
  tag: ['@EVT-29'],
}, async ({ ada }) => {
  const { page } = ada
  await add(ada, { title: 'Circle', event_date: inDays(1) })
  await add(ada, { title: 'Yesterday', event_date: inDays(-1) })

  await ada.opens('/events?tab=past')
  await expect(titles(page)).toHaveText(['Yesterday'])
  await create(page, 'Late', inDays(30))
  await expect(titles(page)).toHaveText(['Late', 'Circle'])

  await create(page, 'Long ago', inDays(-30))
  await expect(titles(page)).toHaveText(['Long ago', 'Yesterday'])

  await ada.opens('/events?q=circle')
  await expect(titles(page)).toHaveText(['Circle'])
  await create(page, 'No match', inDays(40))
  await expect(titles(page)).toHaveText(['No match', 'Circle', 'Late'])
  await expect(page.getByPlaceholder('Search events...')).toHaveValue('')
  await page.reload()
  await expect(titles(page)).toHaveText(['Circle', 'Late', 'No match'])
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(titles(page)).toHaveText(['Yesterday', 'Long ago'])
})

test('a new event at the top is not shown again on the page of its date', { tag: ['@EVT-29'] }, async ({
  ada,
  server,
}) => {
  const { page } = ada
  await server.owner.run(sql`
    insert into events (title, description, location, event_date, created_by)
    select 'Meeting ' || n, 'Coffee', 'Pilsen', ${inDays(7)}::date + n, ${ada.member.http.user_id} from generate_series(1, 50) n`)
  await ada.opens('/events')
  await create(page, 'Far away', inDays(300))
  await expect(titles(page).first()).toHaveText('Far away')
  await ada.clicks('Show more events')
  await expect(page.getByRole('button', { name: 'Show more events' })).toHaveCount(0)
  await expect(cards(page)).toHaveCount(51)
  await expect(titles(page).first()).toHaveText('Far away')
})
