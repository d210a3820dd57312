import { expect, type Person } from './fixtures.ts'

export const network = /net::ERR|Failed to load resource/
export const mark = ({ page }: Person) => page.getByRole('status').filter({ hasText: 'You are offline' })
export const goesOffline = ({ page }: Person, isOffline: boolean) => page.context().setOffline(isOffline)
export const entry = (person: Person, name: string) =>
  person.page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })

/** The names of the fetched chunks, without their hashes. */
export const fetched = ({ page }: Person) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/assets\/(.+?)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
  )

/** All screens are prefetched: this chunk is fetched last. */
export const hasAllScreens = (person: Person) => expect.poll(() => fetched(person)).toContain('QrCode')

/** Loads the page and waits for the live stream, after which navigations are held, and for the notice about a held one. */
export async function loads(person: Person, load: () => Promise<unknown>) {
  const stream = person.page.waitForRequest(/\/api\/live/)
  await load()
  await stream
  await expect.poll(() => fetched(person)).toContain('HeldNoticeContent')
}
