import { createTopic } from '../../features/forum/contract.ts'
import { axe, expect, lookAt, type Person, phone, test } from './fixtures.ts'

const starts = (who: Person, title: string) => who.member.http.does(createTopic, { title, content: 'Well?' })

/** Visible and accessible in light mode, in dark mode and on a phone. */
async function looksRight(who: Person, what: ReturnType<Person['page']['getByText']>, name: string) {
  await axe(who.page)
  await lookAt(who.page, name)
  await who.page.setViewportSize(phone)
  await expect(what).toBeInViewport({ ratio: 1 })
  await axe(who.page)
}

test('the button that shows new topics', async ({ ada, bob }) => {
  await starts(ada, 'Long ago')
  await bob.opens('/forum')
  await expect(bob.page.getByRole('article', { name: 'Long ago' })).toBeVisible()
  for (const title of ['First', 'Second', 'Third']) await starts(ada, title)
  const button = bob.page.getByRole('button', { name: '3 new topics', exact: true })
  await expect(button).toBeVisible()
  await looksRight(bob, button, 'live-new-topics')
})

test('the mark of a lost connection', async ({ ada, bob, server }) => {
  bob.expects(/Failed to load resource|net::ERR/)
  await starts(ada, 'Before the tunnel')
  await bob.opens('/forum')
  await expect(bob.page.getByRole('article', { name: 'Before the tunnel' })).toBeVisible()
  await starts(ada, 'Heard')
  await expect(bob.page.getByRole('button', { name: '1 new topic', exact: true })).toBeVisible()
  await bob.page.route('**/api/**', route => route.abort('connectionrefused'))
  server.app.server.closeAllConnections()
  const mark = bob.page.getByText('Reconnecting…')
  await expect(mark).toBeVisible()
  await looksRight(bob, mark, 'live-reconnecting')
})
