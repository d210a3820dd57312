import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic, listReplies } from '../../features/forum/contract.ts'
import { axe, expect, lookAt, type Person, phone, test } from './fixtures.ts'
import { copies } from './offline-copies.ts'
import { opensWithWorker } from './releases.ts'
import { entry, fetched, goesOffline, network } from './without-network.ts'

test.use({ serviceWorkers: 'allow' })

/** A page that is opened without network may believe that there is one: then it says 'Reconnecting…'. */
const mark = ({ page }: Person) => page.getByRole('status').filter({ hasText: / as of / })

const hasCopy = (person: Person, url: RegExp | string) =>
  expect.poll(async () => (await copies(person))?.urls ?? []).toContainEqual(expect.stringMatching(url))

test('what was read can be read without network, also after a reload; with the network it is up to date again', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const { page } = ada
  const topic = await bob.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await bob.member.http.does(createTopic, { title: 'Never opened', content: 'Unread words' })
  await bob.member.http.does(createReply, { id: topic.id, content: 'We do it ourselves.' })
  await bob.member.http.does(createEvent, {
    title: 'Founder breakfast',
    description: 'Eggs',
    event_date: '2100-06-01',
    location: 'Pilsen',
  })
  await opensWithWorker(ada, `/forum/${topic.id}`)
  await ada.sees('We do it ourselves.')
  for (const [name, text] of [
    ['Forum', 'Never opened'],
    ['Members', 'Bob Kowalski'],
    ['Events', 'Founder breakfast'],
    ['Home', 'Founder breakfast'],
  ] as const) {
    await entry(ada, name).click()
    await ada.sees(text)
  }
  await hasCopy(ada, /^\/api\/home$/)
  await hasCopy(ada, `/api/posts/${topic.id}/comments`)

  ada.expects(network)
  await goesOffline(ada, true)
  await page.goto(`/forum/${topic.id}`)
  await ada.sees('We do it ourselves.')
  await expect(mark(ada)).toHaveText(/^(You are offline|Reconnecting…) as of \d{1,2}:\d\d [AP]M$/)
  await axe(page)
  await lookAt(page, 'offline-topic')
  await page.setViewportSize(phone)
  await expect(mark(ada)).toBeVisible()
  await lookAt(page, 'offline-topic-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [name, text] of [
    ['Members', 'Bob Kowalski'],
    ['Events', 'Founder breakfast'],
    ['Home', 'Founder breakfast'],
    ['Forum', 'Never opened'],
  ] as const) {
    await entry(ada, name).click()
    await ada.sees(text)
    await expect(mark(ada)).toBeVisible()
  }
  await lookAt(page, 'offline-forum')
  await page.getByRole('link', { name: 'Never opened' }).click()
  await ada.doesNotSee('Unread words')

  await bob.member.http.does(createReply, { id: topic.id, content: 'Written meanwhile.' })
  await page.goto(`/forum/${topic.id}`)
  await ada.sees('We do it ourselves.')
  await goesOffline(ada, false)
  await ada.sees('Written meanwhile.')
  await expect(mark(ada)).toHaveCount(0)
})

test('a sign-out deletes the copies; without network only the offline page is left', { tag: '@main' }, async ({
  ada,
}) => {
  await opensWithWorker(ada, '/forum')
  await hasCopy(ada, /^\/api\/posts/)
  expect((await copies(ada))?.email).toBe(ada.member.email)
  await ada.opens('/settings')
  await ada.clicks('Sign out everywhere')
  await ada.isAt('/auth')
  await expect.poll(() => copies(ada)).toBeNull()
  ada.expects(network)
  await goesOffline(ada, true)
  await ada.opens('/forum')
  await ada.seesHeading('You are offline')
})

test('a sign-out without network leaves nothing in the browser, and the server is told when it is reachable', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const { page } = ada
  const { id } = await bob.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await opensWithWorker(ada, `/forum/${id}`)
  await hasCopy(ada, `/api/posts/${id}/comments`)
  await expect.poll(() => fetched(ada)).toEqual(expect.arrayContaining(['later', 'HeldNoticeContent']))
  ada.expects(network)
  await goesOffline(ada, true)
  await ada.types('Your reply', 'Never to be sent.')
  await ada.clicks('Post')
  await ada.isTold('success', 'Waiting for the network', 'It will be sent when you are online again.')
  await ada.clicks('Log out')
  await ada.clicks('Sign out and discard it')
  await ada.isAt('/auth')
  await ada.isTold('success', 'Signed out in this browser', 'The server is told once the connection is back.')
  await expect.poll(() => copies(ada)).toBeNull()
  await page.goto('/forum')
  await ada.seesHeading('You are offline')

  // The cookie is still there: the page must not show the member's data.
  await page.context().setOffline(false)
  await page.goto(`/forum/${id}`)
  await ada.isAt('/auth')
  await expect.poll(() => ada.member.http.tries('GET', '/api/profile')).toBe(401)
  await ada.doesNotSee('Payroll')
  await ada.signsIn(ada.member)
  await ada.sees('Payroll')
  await ada.doesNotSee('Never to be sent.')
  await page.reload()
  await ada.sees('Payroll')
  expect(await bob.member.http.does(listReplies, { id })).toEqual([])
})

test('the end of the session deletes the copies, as soon as the browser learns of it', async ({ ada }) => {
  await opensWithWorker(ada, '/forum')
  await hasCopy(ada, /^\/api\/posts/)
  ada.expects(network, /401/)
  await goesOffline(ada, true)
  await ada.opens('/forum')
  await expect(mark(ada)).toBeVisible()
  await ada.member.http.asks('POST', '/api/auth/sign-out-everywhere')
  await goesOffline(ada, false)
  await ada.isAt('/auth')
  await ada.sees('You were signed out')
  await expect.poll(() => copies(ada)).toBeNull()
})

test('another member who signs in finds nothing of the previous one', async ({ ada, bob }) => {
  await opensWithWorker(ada, '/forum')
  await hasCopy(ada, /^\/api\/posts/)
  const context = ada.page.context()
  await context.addCookies(await bob.page.context().cookies())
  await ada.opens('/events')
  await hasCopy(ada, /^\/api\/direct-events/)
  await expect.poll(async () => (await copies(ada))?.email).toBe(bob.member.email)
  expect((await copies(ada))?.urls.filter(url => url.startsWith('/api/posts'))).toEqual([])
})

/** Changes the stored rows. */
const age = ({ page }: Person, days: number) =>
  page.evaluate(async past => {
    const request = indexedDB.open('offline-copies')
    const database = await new Promise<IDBDatabase>(done => {
      request.onsuccess = () => done(request.result)
    })
    const transaction = database.transaction(['owner', 'replies'], 'readwrite')
    for (const name of ['owner', 'replies']) {
      const walk = transaction.objectStore(name).openCursor()
      walk.onsuccess = () => {
        walk.result?.update({ ...walk.result.value, at: walk.result.value.at - past })
        walk.result?.continue()
      }
    }
    await new Promise(done => {
      transaction.oncomplete = done
    })
    database.close()
  }, days * 86_400_000)

test('after a day the mark has the date; after a week nothing is shown', async ({ ada }) => {
  await opensWithWorker(ada, '/forum')
  await hasCopy(ada, /^\/api\/posts/)
  await age(ada, 2)
  ada.expects(network)
  await goesOffline(ada, true)
  await ada.opens('/forum')
  await expect(mark(ada)).toHaveText(/as of [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M$/)
  await ada.page.setViewportSize({ width: 320, height: 640 })
  await expect(mark(ada)).toHaveText(/as of/)
  await lookAt(ada.page, 'offline-days-ago-narrow')
  await age(ada, 6)
  await ada.opens('/forum')
  await ada.seesHeading('You are offline')
})

test('above five million characters the oldest copies are deleted', async ({ ada }) => {
  await opensWithWorker(ada, '/forum')
  await hasCopy(ada, /^\/api\/posts/)
  await ada.page.evaluate(async () => {
    const request = indexedDB.open('offline-copies')
    const database = await new Promise<IDBDatabase>(done => {
      request.onsuccess = () => done(request.result)
    })
    const replies = database.transaction('replies', 'readwrite').objectStore('replies')
    for (let n = 1; n <= 12; n++)
      replies.put({ url: `/api/posts/${n}`, body: 'x'.repeat(490_000), at: Date.now() - n * 1000 })
    database.close()
  })
  await ada.opens('/members')
  await expect
    .poll(async () => (await copies(ada))?.urls.filter(url => /^\/api\/posts\/\d+$/.test(url)).length)
    .toBe(10)
  expect((await copies(ada))?.urls).not.toContain('/api/posts/12')
})
