import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic, getTopic, listReplies } from '../../features/forum/contract.ts'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { axe, expect, lookAt, type Person, phone } from './fixtures.ts'
import { copies } from './offline-copies.ts'
import { opensWithWorker, test } from './releases.ts'
import { goesOffline, network } from './without-network.ts'

/** A page that is opened without network may believe that there is one: then it says 'Reconnecting…'. */
const mark = ({ page }: Person) => page.getByRole('status').filter({ hasText: / as of / })
const waiting = ({ page }: Person) => page.getByText(/for the network\.?$/)
const newVersion = ({ page }: Person) => page.getByText('A new version is ready.', { exact: true })
const entryOf = ({ page }: Person) => page.locator('script[type=module][src]').getAttribute('src')

/** With the bar at the bottom of a phone, or the menu for what is not in it. */
async function goesTo(person: Person, name: string, path: string) {
  const { page } = person
  const inBar = page.getByRole('navigation', { name: 'Most used' }).getByRole('link', { name, exact: true })
  if (await inBar.count()) await inBar.click()
  else {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name, exact: true }).click()
  }
  await person.isAt(path)
}

test('a member on a train reads and writes on a phone, with the network cut and restored at every step, and a release in between', {
  tag: '@main',
}, async ({ ada, bob, releases }) => {
  test.setTimeout(300_000)
  const { page } = ada
  ada.expects(network, /status of 404.*\/assets\/index-/)
  const { id } = await bob.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await bob.member.http.does(createReply, { id, content: 'We do it ourselves.' })
  await bob.member.http.does(createEvent, {
    title: 'Founder breakfast',
    description: 'Eggs',
    event_date: '2100-06-01',
    location: 'Pilsen',
  })
  await ada.member.http.does(createIntroductionRequest, {
    request_title: 'Freight pilots',
    context: 'We look for two.',
    your_company: 'Lakeline',
    target_person: 'Jane Broker',
  })
  const replies = async () => (await bob.member.http.does(listReplies, { id })).map(({ content }) => content)
  const places = [
    ['Forum', '/forum', 'Payroll'],
    ['Members', '/members', 'Bob Kowalski'],
    ['Events', '/events', 'Founder breakfast'],
    ['Intro Requests', '/introduction-requests', 'Freight pilots'],
    ['Home', '/', 'Founder breakfast'],
  ] as const

  await page.setViewportSize(phone)
  await ada.hasTouch()
  await opensWithWorker(ada, `/forum/${id}`)
  await ada.sees('We do it ourselves.')
  for (const [name, path, text] of places) {
    await goesTo(ada, name, path)
    await ada.sees(text)
  }
  await expect.poll(async () => (await copies(ada))?.urls).toContain('/api/home')

  await test.step('reading', async () => {
    for (const [name, path, text] of places) {
      await goesTo(ada, name, path)
      await goesOffline(ada, true)
      await page.reload()
      await ada.sees(text)
      await expect(mark(ada)).toBeVisible()
      await axe(page)
      await lookAt(page, `train-${name.toLowerCase().replace(' ', '-')}`)
      await goesOffline(ada, false)
      await expect(mark(ada)).toHaveCount(0)
      await ada.sees(text)
    }
  })

  await test.step('writing', async () => {
    await goesOffline(ada, true)
    await page.goto(`/forum/${id}`)
    await ada.sees('We do it ourselves.')
    await page.getByRole('button', { name: /^Like/ }).click()
    await ada.types('Your reply', 'From the train.')
    await ada.clicks('Post')
    await ada.isTold('success', 'Waiting for the network', 'It will be sent when you are online again.')
    await page.reload()
    await expect(waiting(ada)).toHaveText(['2 changes wait for the network.', /Waiting for the network$/])
    await expect(page.getByRole('list', { name: 'Replies' })).toContainText('From the train.')
    await axe(page)
    await page.getByRole('list', { name: 'Replies' }).scrollIntoViewIfNeeded()
    await lookAt(page, 'train-waiting')
    await ada.types('Your reply', 'Half a sent')
    expect(await replies()).toEqual(['We do it ourselves.'])

    await goesOffline(ada, false)
    await expect.poll(replies).toEqual(['We do it ourselves.', 'From the train.'])
    await expect.poll(async () => (await bob.member.http.does(getTopic, { id })).likes_count).toBe(1)
    await expect(waiting(ada)).toHaveCount(0)
    await expect(page.getByLabel('Your reply', { exact: true })).toHaveValue('Half a sent')
  })

  await test.step('a release', async () => {
    const before = await entryOf(ada)
    releases.next()
    await ada.comesBack()
    await expect(newVersion(ada)).toBeVisible()
    await goesOffline(ada, true)
    await ada.types('Your reply', 'Half a sentence')
    await axe(page)
    await lookAt(page, 'train-release')
    await ada.clicks('Reload')
    await expect(mark(ada)).toBeVisible()
    await expect(page.getByLabel('Your reply', { exact: true })).toHaveValue('Half a sentence')

    await goesOffline(ada, false)
    await expect(mark(ada)).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Your reply', { exact: true })).toHaveValue('Half a sentence')
    expect(await entryOf(ada)).not.toBe(before)
    await ada.types('Your reply', 'A whole sentence.')
    await ada.clicks('Post')
    await expect.poll(replies).toEqual(['We do it ourselves.', 'From the train.', 'A whole sentence.'])
    await expect(page.getByLabel('Your reply', { exact: true })).toHaveValue('')
  })
})
