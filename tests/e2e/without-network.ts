import { expect, type Person } from './fixtures.ts'

// The last one: the service worker is registered while the browser goes offline.
export const network = /net::ERR|Failed to load resource|error occurred when fetching the script/
export const mark = ({ page }: Person) => page.getByRole('status').filter({ hasText: 'You are offline' })
export const goesOffline = ({ page }: Person, isOffline: boolean) => page.context().setOffline(isOffline)
export const entry = (person: Person, name: string) =>
  person.page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })

/** The names of the fetched chunks, without their hashes. */
export const fetched = ({ page }: Pick<Person, 'page'>) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/assets\/(.+?)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
  )

/** The worker has the files of all screens before it serves the page. The test must allow service workers. */
export const hasAllScreens = ({ page }: Person) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

/** Loads the page and waits for the live stream, after which navigations are held, and for the notice about a held one. */
export async function loads(person: Person, load: () => Promise<unknown>) {
  const stream = person.page.waitForRequest(/\/api\/live/)
  await load()
  await stream
  await expect.poll(() => fetched(person)).toContain('HeldNoticeContent')
}
