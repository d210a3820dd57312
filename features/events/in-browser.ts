import type { Page } from '@playwright/test'
import { sql } from '../../database/connection/sql.ts'
import type { Person } from '../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createEvent } from './contract.ts'
import { todayIn } from './shared/days.ts'

/** Shared by the browser tests of the calendar. */
export const today = () => todayIn('America/Chicago')
export const inDays = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)

export const breakfast = {
  title: 'Founders breakfast',
  description: 'Coffee and honest numbers.',
  location: 'Lula Cafe, Logan Square',
  event_date: inDays(3),
}
export const add = (
  person: Person,
  event: Partial<Parameters<typeof person.member.http.does<typeof createEvent>>[1]> = {},
) => person.member.http.does(createEvent, { ...breakfast, ...event })

export const cards = (page: Page) => page.getByRole('article')
export const titles = (page: Page) => cards(page).getByRole('heading')
export const dialog = (page: Page) => page.getByRole('dialog')
export const banner = (page: Page) => page.locator('[role=alert][data-tone=error]')
export const clear = (server: TestServer) => server.owner.run(sql`delete from events`)
