import { sql } from '../../database/connection/sql.ts'
import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic } from '../../features/forum/contract.ts'
import { addIntroductionComment, createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor, postComment } from '../../features/investors/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { expect, mainFor, type Person, test } from './fixtures.ts'
import { protect } from './protect.ts'
import { keepToasts } from './uncovered.ts'

/** A row to delete: its screen and button, the API address that deletes it elsewhere, the expected toast, and the screen afterwards. */
type Row = { shown: string; path: string; button: string; address: string; toast: string; end?: string }

const rows: Record<string, (ada: Person) => Promise<Row>> = {
  async 'a topic in the list'({ member }) {
    const { id } = await member.http.does(createTopic, { title: 'A bad idea', content: 'Never mind.' })
    const toast = 'This post was already deleted'
    return { shown: 'A bad idea', path: '/forum', button: 'Delete', address: `/api/posts/${id}`, toast }
  },
  async 'a topic on its page'({ member }) {
    const { id } = await member.http.does(createTopic, { title: 'A bad idea', content: 'Never mind.' })
    const toast = 'This post was already deleted'
    const path = `/forum/${id}`
    return { shown: 'A bad idea', path, button: 'Delete', address: `/api/posts/${id}`, toast, end: '/forum' }
  },
  async 'a reply'({ member }) {
    const topic = await member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
    const { id } = await member.http.does(createReply, { id: topic.id, content: 'We do.' })
    const toast = 'This reply was already deleted'
    return { shown: 'We do.', path: `/forum/${topic.id}`, button: 'Delete', address: `/api/comments/${id}`, toast }
  },
  async 'an event in the list'({ member }) {
    const { id } = await member.http.does(createEvent, breakfast())
    const toast = 'This event was already deleted'
    return { shown: 'Breakfast', path: '/events', button: 'Delete', address: `/api/direct-events/${id}`, toast }
  },
  async 'an open event'({ member }) {
    const { id } = await member.http.does(createEvent, breakfast())
    const toast = 'This event was already deleted'
    const path = `/events?event=${id}`
    return { shown: 'Breakfast', path, button: 'Delete', address: `/api/direct-events/${id}`, toast }
  },
  async 'an investor'({ member }) {
    const { id } = await member.http.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore' })
    const toast = 'This investor was already deleted'
    const path = `/investors?investor=${id}`
    return { shown: 'Ida Klein', path, button: 'Delete', address: `/api/investors/${id}`, toast }
  },
  async 'a comment on an investor'({ member }) {
    const investor = await member.http.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore' })
    const { id } = await member.http.does(postComment, { id: investor.id, content: 'Answers late.' })
    const toast = 'This comment was already deleted'
    const path = `/investors?investor=${investor.id}`
    return { shown: 'Answers late.', path, button: 'Delete comment', address: `/api/investor-comments/${id}`, toast }
  },
  async 'a resource'({ member }) {
    const { id } = await member.http.does(shareLink, { title: 'Pricing guide', url: 'https://example.com' })
    const toast = 'This resource was already removed'
    const path = '/resources?q=Pricing+guide'
    return { shown: 'Pricing guide', path, button: 'Remove', address: `/api/resources/${id}`, toast }
  },
  async 'a request'({ member }) {
    const { id } = await member.http.does(createIntroductionRequest, grocer)
    const toast = 'This request was already deleted'
    const path = `/introduction-requests?request=${id}`
    return { shown: 'Meet a grocer', path, button: 'Delete', address: `/api/introduction-requests/${id}`, toast }
  },
  async 'a comment on a request'({ member }) {
    const { id: requestId } = await member.http.does(createIntroductionRequest, grocer)
    const { id } = await member.http.does(addIntroductionComment, { requestId, comment_text: 'I know two.' })
    const address = `/api/introduction-requests/${requestId}/comments/${id}`
    const toast = 'This comment was already deleted'
    const path = `/introduction-requests?request=${requestId}`
    return { shown: 'I know two.', path, button: 'Delete comment', address, toast }
  },
}
const breakfast = () => ({
  title: 'Breakfast',
  description: 'Coffee.',
  location: 'Lula Cafe',
  event_date: '2099-01-01',
})
const grocer = { request_title: 'Meet a grocer', context: 'We sell shelf sensors.', your_company: 'Shelfie' }

for (const [name, make] of Object.entries(rows))
  test(
    `deleting a row that is already deleted shows a neutral message, not an error: ${name}`,
    mainFor(name, 'a request'),
    async ({ ada, server }) => {
      ada.expects(/status of 404/)
      await server.owner.run(sql`delete from events`)
      await server.owner.run(sql`delete from posts`)
      const { shown, path, button, address, toast, end } = await make(ada)
      const { page } = ada
      await keepToasts(page)
      await ada.opens(path)
      await ada.sees(shown)
      // Behind a dialog that opens, the card may have a button of the same name.
      const place = page.locator(/[?](event|request)=/.test(path) ? '[role=dialog]' : 'main')
      await place.getByRole('button', { name: button, exact: true }).last().click()
      expect(await ada.member.http.tries('DELETE', address)).toBeLessThan(300)
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^(Delete|Remove)$/ })
        .click()
      await ada.isTold('success', toast)
      await expect(page.locator('[data-toast]')).toHaveCount(1)
      await ada.doesNotSee(shown)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page.locator('[data-tone=error]')).toHaveCount(0)
      if (end) await ada.isAt(end)
    },
  )

test('a confirmation stays in front of a dialog whose row is deleted elsewhere', async ({ ada }) => {
  ada.expects(/status of 404/)
  const { id } = await ada.member.http.does(createIntroductionRequest, grocer)
  await ada.opens(`/introduction-requests?request=${id}`)
  await ada.clicks('Delete')
  const question = ada.page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  expect(await ada.member.http.tries('DELETE', `/api/introduction-requests/${id}`)).toBeLessThan(300)
  await ada.sees('It may have been deleted.')
  await ada.page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await ada.isTold('success', 'This request was already deleted')
  await expect(question).toHaveCount(0)
})

test('ending a session that has already ended shows a neutral message', async ({ ada, server }) => {
  ada.expects(/status of 404/)
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1'
  const { email, password } = ada.member
  await server.visitor.asks('POST', '/api/auth/sign-in', { email, password }, { 'user-agent': agent })
  await ada.opens('/settings')
  await ada.sees('Safari on iPhone')
  await server.owner.run(sql`delete from sessions where user_agent = ${agent}`)
  await ada.clicks('Sign out Safari on iPhone')
  await ada.isTold('success', 'Signed out', 'Safari on iPhone has been signed out.')
  await ada.doesNotSee('Safari on iPhone')
})

test('removing a factor that is already removed shows a neutral message', async ({ ada, server }) => {
  ada.expects(/status of 404/)
  await protect(server, ada)
  await ada.opens('/settings')
  await ada.clicks('Remove Pixel')
  // A real removal elsewhere would also have ended this session, so the answer is simulated.
  await ada.gets('**/api/auth/factors/*', {
    status: 404,
    json: { error: 'This factor was not found', request_id: 'x' },
  })
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await ada.isTold('success', 'This factor was already removed')
})
