import { sql } from '../../database/connection/sql.ts'
import { axe, test as base, expect, lookAt, type Person, phone } from '../../tests/e2e/fixtures.ts'
import { opensWithWorker } from '../../tests/e2e/releases.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import { newBrowser, startPushService } from '../../tests/push-browser.ts'
import { canSubscribe, closedMessagesOf, delivers, notificationsOf } from '../../tests/push-device.ts'
import { sendPushes } from '../../tests/push-jobs.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { getPush } from './contract.ts'

type Service = Awaited<ReturnType<typeof startPushService>>

/** A push service on this machine, and a browser that allows the service worker. */
const test = base.extend<{ service: Service }>({
  serviceWorkers: 'allow',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  service: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    service.close()
  },
  env: async ({ service }, use) => use({ PUSH_HOSTS: service.origin }),
})

const bell = ({ page }: Person) => page.getByRole('button', { name: /^Notifications/ })
const offer = ({ page }: Person) => page.getByRole('region', { name: 'Push messages' })
const pushSwitch = ({ page }: Person) => page.getByRole('switch', { name: 'Push messages on this device' })
const isOn = async ({ member }: Person) => (await member.http.does(getPush, {})).is_on
const topicOf = (person: Person) => person.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })

test('offered after the first notification; a reply then reaches the device, and a click on it opens the reply', {
  tag: '@main',
}, async ({ ada, bob, server, service }) => {
  const browser = newBrowser(service.origin)
  await canSubscribe(ada, browser)
  await opensWithWorker(ada, '/')
  await bell(ada).click()
  await ada.sees('All quiet')
  await expect(offer(ada)).toHaveCount(0)
  await ada.page.keyboard.press('Escape')

  const { id } = await topicOf(ada)
  await bob.member.http.does(createReply, { id, content: 'We use Gusto.' })
  await notifyFollowers(server)
  await expect(bell(ada)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(ada).click()
  await expect(offer(ada)).toContainText('Get these on this device too')
  await axe(ada.page)
  await lookAt(ada.page, 'push-offer')
  await offer(ada).getByRole('button', { name: 'Turn on' }).click()
  await ada.isTold('success', 'Push messages are on for this device')
  await expect(offer(ada)).toHaveCount(0)
  expect(await isOn(ada)).toBe(true)
  await ada.page.keyboard.press('Escape')

  await bob.member.http.does(createReply, { id, content: 'And Rippling.' })
  expect(await sendPushes(server)).toEqual([])
  const [message] = service.messagesTo(browser)
  const notifications = await notificationsOf(ada)
  await delivers(ada, message)
  await expect.poll(notifications.shown).toEqual([
    {
      title: 'The Community',
      body: 'Bob Kowalski replied 2 times to your topic “Payroll”',
      tag: message?.tag,
      data: message?.url,
    },
  ])
  expect(message?.url).toMatch(new RegExp(`^/forum/${id}\\?reply=\\d+$`))
  await notifications.click()
  await expect(ada.page).toHaveURL(url => `${url.pathname}${url.search}` === message?.url)
  await ada.sees('And Rippling.')
  await expect.poll(notifications.shown).toEqual([])
})

test('a message that arrives after the session has ended says nothing', { tag: '@main' }, async ({
  ada,
  bob,
  server,
  service,
}) => {
  const browser = newBrowser(service.origin)
  await canSubscribe(ada, browser)
  await opensWithWorker(ada, '/settings')
  await pushSwitch(ada).click()
  await ada.isTold('success', 'Push messages are on for this device')
  const { id } = await topicOf(ada)
  await bob.member.http.does(createReply, { id, content: 'We use Gusto.' })
  await sendPushes(server)
  const [message] = service.messagesTo(browser)
  expect(message?.body).toContain('Payroll')
  const closed = await closedMessagesOf(ada)
  await ada.page.getByRole('button', { name: 'Log out' }).click()
  await ada.isAt('/auth')
  // What the device still shows goes too.
  await expect.poll(closed).toBe(1)
  const notifications = await notificationsOf(ada)
  await delivers(ada, message)
  await expect
    .poll(notifications.shown)
    .toEqual([{ title: 'The Community', body: 'Open the app to see what is new', tag: 'neutral', data: '/' }])
  // And nothing more is sent.
  await bob.member.http.does(createReply, { id, content: 'And Rippling.' })
  await sendPushes(server)
  expect(service.messagesTo(browser)).toHaveLength(1)
})

test('in the settings it is turned on and off, by keyboard too', async ({ ada, service }) => {
  await canSubscribe(ada, newBrowser(service.origin))
  await opensWithWorker(ada, '/settings')
  await expect(pushSwitch(ada)).not.toBeChecked()
  await pushSwitch(ada).press('Space')
  await ada.isTold('success', 'Push messages are on for this device')
  await expect(pushSwitch(ada)).toBeChecked()
  await ada.page.reload()
  await expect(pushSwitch(ada)).toBeChecked()
  await axe(ada.page)
  await pushSwitch(ada).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'push-settings')

  await pushSwitch(ada).click()
  await ada.isTold('success', 'Push messages are off for this device')
  expect(await isOn(ada)).toBe(false)
  await ada.page.reload()
  await expect(pushSwitch(ada)).not.toBeChecked()
  expect(await isOn(ada)).toBe(false)
})

test('a new session of a member who has not turned it off goes on', async ({ ada, server, service }) => {
  await canSubscribe(ada, newBrowser(service.origin))
  await opensWithWorker(ada, '/settings')
  await pushSwitch(ada).click()
  await ada.isTold('success', 'Push messages are on for this device')
  // As after a new password or an expired session: the session has no subscription, but the member has not turned it off.
  await server.owner.run(sql`delete from push_subscriptions`)
  await ada.page.reload()
  await expect.poll(() => isOn(ada)).toBe(true)
  await expect(pushSwitch(ada)).toBeChecked()
})

test('‘Not now’ is remembered, and the settings still have it; on a phone too', async ({
  ada,
  bob,
  server,
  service,
}) => {
  await ada.page.setViewportSize(phone)
  await canSubscribe(ada, newBrowser(service.origin))
  const { id } = await topicOf(ada)
  await bob.member.http.does(createReply, { id, content: 'We use Gusto.' })
  await notifyFollowers(server)
  await opensWithWorker(ada, '/')
  await bell(ada).click()
  await expect(offer(ada)).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'push-offer-phone')
  await offer(ada).getByRole('button', { name: 'Not now' }).click()
  await expect(offer(ada)).toHaveCount(0)
  await ada.page.reload()
  const looked = ada.page.waitForResponse('**/api/push')
  await bell(ada).click()
  await looked
  await expect(ada.page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(1)
  await expect(offer(ada)).toHaveCount(0)
  expect(await isOn(ada)).toBe(false)
  await ada.opens('/settings')
  await expect(pushSwitch(ada)).not.toBeChecked()
})

test('who blocks it when the browser asks is told how to allow it', async ({ ada, bob, server, service }) => {
  await canSubscribe(ada, newBrowser(service.origin), 'denied')
  const { id } = await topicOf(ada)
  await bob.member.http.does(createReply, { id, content: 'We use Gusto.' })
  await notifyFollowers(server)
  await opensWithWorker(ada, '/')
  await bell(ada).click()
  await offer(ada).getByRole('button', { name: 'Turn on' }).click()
  await ada.sees(/^Your browser blocks notifications from this site\. To allow them, open the settings of the site/)
  await axe(ada.page)
  expect(await isOn(ada)).toBe(false)
})

test('a browser that blocks notifications is told how to allow them; one without push says so', async ({
  ada,
  bob,
}) => {
  await ada.opens('/settings')
  await ada.sees('Push messages on this device: blocked')
  await ada.sees(/^Your browser blocks notifications from this site\. To allow them, open the settings of the site/)
  await axe(ada.page)
  await bob.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
  await bob.opens('/settings')
  await bob.sees('Push messages on this device: not supported')
  await axe(bob.page)
})

test('a failure is shown: of the browser’s push service, and of ours', async ({ ada }) => {
  await canSubscribe(ada, newBrowser('https://push.evil.example'))
  ada.expects(/status of 400/, /status of 500/)
  await opensWithWorker(ada, '/settings')
  await pushSwitch(ada).click()
  await ada.isTold(
    'destructive',
    'Push messages were not turned on',
    'This address is not one of a push service that this community uses.',
  )
  await ada.page.evaluate(() =>
    Object.assign(PushManager.prototype, { subscribe: () => Promise.reject(new Error('push service error')) }),
  )
  await pushSwitch(ada).click()
  await ada.isTold(
    'destructive',
    'Push messages were not turned on',
    'Your browser could not reach its push service. Please try again later.',
  )
  await expect(pushSwitch(ada)).not.toBeChecked()
})

test.describe('where the operator has switched push messages off', () => {
  test.use({ env: { PUSH_HOSTS: 'off' } })

  test('a browser that blocks or lacks them is told nothing about them', async ({ ada, bob }) => {
    await bob.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
    for (const person of [ada, bob]) {
      const looked = person.page.waitForResponse('**/api/push')
      await person.opens('/settings')
      await looked
      await expect(person.page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible()
      await expect(person.page.getByText(/Push messages on this device|blocks notifications/)).toHaveCount(0)
    }
  })
})
