import { expect, type Person } from './fixtures.ts'

export const network = /net::ERR|Failed to load resource/
export const mark = ({ page }: Person) => page.getByRole('status').filter({ hasText: 'You are offline' })
export const goesOffline = ({ page }: Person, isOffline: boolean) => page.context().setOffline(isOffline)
export const entry = (person: Person, name: string) =>
  person.page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })

/** The names of the chunks that the page has fetched, without their hashes. */
export const fetched = ({ page }: Person) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/assets\/(.+?)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
  )

/** Every screen is here: this part of one is fetched after all of them. */
export const hasAllScreens = (person: Person) => expect.poll(() => fetched(person)).toContain('QrCode')

/** The page and all that it begins after its first screen, the live stream last of it: only then navigations are held. */
export async function loads(person: Person, load: () => Promise<unknown>) {
  const stream = person.page.waitForRequest(/\/api\/live/)
  await load()
  await stream
}
