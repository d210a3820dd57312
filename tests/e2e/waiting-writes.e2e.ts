import { createTopic, deleteTopic, getTopic, listReplies } from '../../features/forum/contract.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  listIntroductionComments,
} from '../../features/introductions/contract.ts'
import { addInvestor, listComments } from '../../features/investors/contract.ts'
import { axe, expect, lookAt, type Person, phone, test } from './fixtures.ts'
import { copies } from './offline-copies.ts'
import { opensWithWorker } from './releases.ts'
import { fetched, goesOffline, hasAllScreens, mark, network } from './without-network.ts'

test.use({ serviceWorkers: 'allow' })

const notice = ({ page }: Person, text: string | RegExp) => page.getByRole('banner').getByText(text)
const newTopic = ({ member }: Person, title = 'Payroll') =>
  member.http.does(createTopic, { title, content: 'Who does it?' })
const repliesTo = async ({ member }: Person, id: number) =>
  (await member.http.does(listReplies, { id })).map(({ content }) => content)

/** The code that keeps changes and shows the notices about them is fetched after the screen, so only while there is a network. */
const canWait = (person: Person) =>
  expect.poll(() => fetched(person)).toEqual(expect.arrayContaining(['later', 'HeldNoticeContent']))

async function losesNetworkAt(person: Person, topicId: number) {
  await person.opens(`/forum/${topicId}`)
  await person.sees('Add a reply')
  await canWait(person)
  await goesOffline(person, true)
}

async function replies(person: Person, text: string) {
  await person.types('Your reply', text)
  await person.clicks('Post')
  await person.isTold('success', 'Waiting for the network', 'It will be sent when you are online again.')
  await expect(person.page.getByLabel('Your reply', { exact: true })).toHaveValue('')
}

test('replies and a like wait for the network, are shown, and are sent in order, once each', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  ada.expects(network)
  const { id } = await newTopic(bob)
  await losesNetworkAt(ada, id)
  await replies(ada, 'First, with a doubt.')
  await expect(notice(ada, '1 change waits for the network.')).toBeVisible()
  await ada.page.getByRole('button', { name: /^Like/ }).click()
  await expect(ada.page.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true')
  await replies(ada, 'Second, without.')
  await expect(notice(ada, '3 changes wait for the network.')).toBeVisible()
  // The replies are in their place.
  const region = ada.page.getByRole('region', { name: /^Replies/ })
  await expect(region.getByText('Waiting for the network')).toHaveCount(2)
  await expect(region.getByText('First, with a doubt.')).toBeVisible()
  await ada.clicks('Show')
  const list = ada.page.getByRole('banner').getByRole('listitem')
  await expect(list).toHaveCount(3)
  await expect(list.nth(0)).toContainText('A replyFirst, with a doubt.')
  await expect(list.nth(1)).toContainText('A like')
  await axe(ada.page)
  await lookAt(ada.page, 'waiting')
  expect(await repliesTo(bob, id)).toEqual([])

  await goesOffline(ada, false)
  await expect(notice(ada, /for the network/)).toHaveCount(0)
  await expect.poll(() => repliesTo(bob, id)).toEqual(['First, with a doubt.', 'Second, without.'])
  expect((await bob.member.http.does(getTopic, { id })).likes_count).toBe(1)
  await ada.sees('First, with a doubt.')
  await expect(region.getByText(/sending…|Waiting for/)).toHaveCount(0)
  await ada.sees('Replies (2)')
})

test('comments on investors and introduction requests wait too', async ({ ada, bob }) => {
  ada.expects(network)
  const investor = await bob.member.http.does(addInvestor, { name: 'June Ford', firm: 'Kiln' })
  const request = await bob.member.http.does(createIntroductionRequest, {
    request_title: 'Freight pilots',
    context: 'We look for two.',
    your_company: 'Lakeline',
    target_person: 'Jane Broker',
  })
  await bob.member.http.does(addIntroductionComment, { requestId: request.id, comment_text: 'Anybody?' })
  await ada.opens(`/investors?investor=${investor.id}`)
  const waitingList = ada.page.getByRole('list', { name: 'Not sent yet' })
  await ada.types('Add a comment', 'Answers on Sundays.')
  await canWait(ada)
  await goesOffline(ada, true)
  await ada.clicks('Post Comment')
  await ada.isTold('success', 'Waiting for the network', 'It will be sent when you are online again.')
  await expect(waitingList.getByRole('listitem')).toHaveText('AOWaiting for the networkAnswers on Sundays.')
  await ada.doesNotSee('No comments yet')
  await lookAt(ada.page, 'waiting-comment')
  await ada.page.keyboard.press('Escape')
  await ada.clicks('Show')
  await ada.clicks('A comment on an investor')
  await expect(ada.page).toHaveURL(/\/investors\?investor=\d+$/)
  await goesOffline(ada, false)
  await expect(waitingList).toHaveCount(0)
  await expect
    .poll(async () => (await bob.member.http.does(listComments, { id: investor.id })).map(({ content }) => content))
    .toEqual(['Answers on Sundays.'])

  await ada.opens(`/introduction-requests?request=${request.id}`)
  await ada.types('Add a comment', 'I know two.')
  await canWait(ada)
  await goesOffline(ada, true)
  await ada.clicks('Add Comment')
  await ada.isTold('success', 'Waiting for the network', 'It will be sent when you are online again.')
  await expect(waitingList.getByRole('listitem')).toHaveText('AOWaiting for the networkI know two.')
  await goesOffline(ada, false)
  await expect
    .poll(async () => {
      const comments = await bob.member.http.does(listIntroductionComments, { requestId: request.id })
      return comments.map(({ comment_text }) => comment_text)
    })
    .toEqual(['I know two.', 'Anybody?'])
})

test('a reply whose answer was lost with the network is not posted twice', async ({ ada, bob }) => {
  ada.expects(network)
  const { id } = await newTopic(bob)
  await ada.opens(`/forum/${id}`)
  await canWait(ada)
  await ada.page.route('**/comments', async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await goesOffline(ada, true)
    await route.abort()
  })
  await replies(ada, 'Once is enough.')
  expect(await repliesTo(bob, id)).toEqual(['Once is enough.'])
  await ada.page.unrouteAll()
  await goesOffline(ada, false)
  await ada.isTold('success', 'A reply was sent')
  expect(await repliesTo(bob, id)).toEqual(['Once is enough.'])
})

test('what the server refuses comes back with its text, on a phone too', { tag: '@main' }, async ({ ada, bob }) => {
  ada.expects(network, /404/)
  const { id } = await newTopic(bob)
  const other = await newTopic(bob, 'Another one')
  await ada.page.setViewportSize(phone)
  await losesNetworkAt(ada, id)
  await replies(ada, `A long answer. ${'word '.repeat(200)}`)
  await bob.member.http.does(deleteTopic, { id })
  await goesOffline(ada, false)
  await expect(notice(ada, 'Not sent')).toBeVisible()
  await expect(notice(ada, /A long answer/)).toBeVisible()
  await ada.seesHeading('This topic could not be found')
  await lookAt(ada.page, 'not-sent')
  await axe(ada.page)
  // It is still there on other screens and after a reload, and does not stop what comes after it.
  await ada.opens(`/forum/${other.id}`)
  await expect(notice(ada, /A long answer/)).toBeVisible()
  await goesOffline(ada, true)
  await replies(ada, 'Short.')
  await goesOffline(ada, false)
  await expect.poll(() => repliesTo(bob, other.id)).toEqual(['Short.'])
  await ada.clicks('Discard')
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(notice(ada, 'Not sent')).toHaveCount(0)
})

const busy = { status: 500, json: { error: 'busy' } }

test('a reply that another tab sends is shown once', async ({ ada, bob }) => {
  ada.expects(network, /500/)
  const { id } = await newTopic(bob)
  await ada.opens(`/forum/${id}`)
  await ada.sees('Add a reply')
  const second = await ada.page.context().newPage()
  // Its probe reaches the server at every time, so it notices neither that the network was lost nor that it is back.
  await second.route('**/star.svg', route => route.fulfill({ status: 200 }))
  await second.goto(`/forum/${id}`)
  await expect.poll(() => fetched({ page: second })).toContain('HeldNoticeContent')
  await goesOffline(ada, true)
  await replies(ada, 'One.')
  await expect(second.getByText('1 change waits for the network.')).toBeVisible()
  await ada.page.route('**/comments', route =>
    route.request().method() === 'POST' ? route.fulfill(busy) : route.fallback(),
  )
  await goesOffline(ada, false)
  await expect.poll(() => repliesTo(bob, id)).toEqual(['One.'])
  for (const page of [ada.page, second]) {
    await expect(page.getByText(/sending…|wait(s|ing)? for the network/i)).toHaveCount(0)
    await expect(page.getByRole('region', { name: /^Replies/ }).getByText('One.')).toHaveCount(1)
  }
})

test('a new reply does not overtake one that waits', async ({ ada, bob }) => {
  ada.expects(network, /500/)
  const { id } = await newTopic(bob)
  await losesNetworkAt(ada, id)
  await replies(ada, 'One.')
  await ada.page.route('**/comments', route =>
    route.request().postData()?.includes('One.') ? route.fulfill(busy) : route.fallback(),
  )
  const refused = ada.page.waitForResponse(answer => answer.status() === 500)
  await goesOffline(ada, false)
  await refused
  await replies(ada, 'Two.')
  await expect(notice(ada, '2 changes wait for the network.')).toBeVisible()
  expect(await repliesTo(bob, id)).toEqual([])
  await ada.page.unrouteAll()
  await goesOffline(ada, true)
  await expect(mark(ada)).toBeVisible()
  await goesOffline(ada, false)
  await expect.poll(() => repliesTo(bob, id)).toEqual(['One.', 'Two.'])
})

test('a write that was discarded while it waited is not sent', async ({ ada, bob }) => {
  ada.expects(network)
  const { id } = await newTopic(bob)
  await ada.opens(`/forum/${id}`)
  await hasAllScreens(ada)
  await goesOffline(ada, true)
  await replies(ada, 'On second thought.')
  await ada.clicks('Show')
  await ada.clicks('Discard')
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(notice(ada, /for the network/)).toHaveCount(0)
  await goesOffline(ada, false)
  await ada.doesNotSee('On second thought.')
  await expect(mark(ada)).toHaveCount(0)
  expect(await repliesTo(bob, id)).toEqual([])
})

test('a reply written after opening the app without network is sent when it is back', async ({ ada, bob }) => {
  ada.expects(network)
  const { id } = await newTopic(bob)
  await opensWithWorker(ada, `/forum/${id}`)
  await expect.poll(async () => (await copies(ada))?.urls).toContain(`/api/posts/${id}`)
  await goesOffline(ada, true)
  await ada.opens(`/forum/${id}`)
  await replies(ada, 'From the train.')
  const like = ada.page.getByRole('button', { name: /^Like/ })
  await like.click()
  // After a reload too they are shown where they belong.
  await ada.opens(`/forum/${id}`)
  await expect(notice(ada, '2 changes wait for the network.')).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText('Like1')
  // Pressed again, it is taken back.
  await like.click()
  await ada.opens(`/forum/${id}`)
  await expect(notice(ada, '3 changes wait for the network.')).toBeVisible()
  await expect(like).toHaveText('Like0')
  await like.click()
  const reply = ada.page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  await expect(reply).toHaveCount(1)
  await expect(reply).toContainText(/Ada Osei.*Waiting for the network.*From the train\./)
  await ada.doesNotSee('No replies yet')
  await axe(ada.page)
  await ada.page.setViewportSize(phone)
  await reply.scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'waiting-after-reload')
  // It does not look taken back between being sent and being read again.
  const likes = await ada.page.evaluateHandle(() => {
    const seen = new Set<string>()
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('button'))
        if (textContent?.startsWith('Like')) seen.add(textContent)
    }).observe(document.body, { subtree: true, characterData: true, attributes: true, childList: true })
    return seen
  })
  await goesOffline(ada, false)
  await expect.poll(() => repliesTo(bob, id)).toEqual(['From the train.'])
  await expect(ada.page.getByText('Waiting for the network', { exact: true })).toHaveCount(0)
  await expect(reply).toHaveCount(1)
  await expect(reply).toContainText('From the train.')
  await expect.poll(async () => (await bob.member.http.does(getTopic, { id })).likes_count).toBe(1)
  await expect(like).toHaveText('Like1')
  expect(await likes.evaluate(seen => [...seen])).toEqual(['Like1'])
})

test('an anonymous reply does not wait: sent together with others, it could show who wrote it', {
  tag: '@main',
}, async ({ ada, bob }) => {
  ada.expects(network)
  const { id } = await newTopic(bob)
  await losesNetworkAt(ada, id)
  await replies(ada, 'With my name.')
  await ada.page.getByText('Post anonymously').click()
  await ada.sees(
    'An anonymous reply does not wait for the network: sent together with others, it could show who you are.',
  )
  await ada.types('Your reply', 'Without my name.')
  await ada.clicks('Post')
  await ada.sees('There was a problem posting your reply. What you typed is still here.')
  await expect(ada.page.getByLabel('Your reply')).toHaveValue('Without my name.')
  await expect(notice(ada, '1 change waits for the network.')).toBeVisible()
  await goesOffline(ada, false)
  await expect.poll(() => repliesTo(bob, id)).toEqual(['With my name.'])
  await ada.clicks('Post')
  await expect.poll(() => repliesTo(bob, id)).toEqual(['With my name.', 'Without my name.'])
})

test('what waits survives the end of the session, and a sign-out warns of it', async ({ ada, bob }) => {
  ada.expects(network, /401/)
  const { id } = await newTopic(bob)
  await losesNetworkAt(ada, id)
  await replies(ada, 'Before it ended.')
  await ada.member.http.asks('POST', '/api/auth/sign-out-everywhere')
  await goesOffline(ada, false)
  await ada.isAt('/auth')
  expect(await repliesTo(bob, id)).toEqual([])
  await ada.types('Email', ada.member.email)
  await ada.types('Password', ada.member.password)
  await ada.clicks('Login')
  await expect.poll(() => repliesTo(bob, id)).toEqual(['Before it ended.'])

  await ada.opens(`/forum/${id}`)
  await hasAllScreens(ada)
  await goesOffline(ada, true)
  await replies(ada, 'One more.')
  await ada.page.getByRole('button', { name: 'Log out' }).click()
  await ada.sees('You have writing that was not sent')
})

test('after a day it is not sent, since it might be made twice', async ({ ada, bob }) => {
  ada.expects(network)
  const { id } = await newTopic(bob)
  await losesNetworkAt(ada, id)
  await replies(ada, 'Yesterday’s news.')
  await ada.page.evaluate(() => {
    for (const [key, stored] of Object.entries(localStorage)) {
      if (!key.includes(':waiting#')) continue
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), at: Date.now() - 86_400_000 }))
    }
  })
  await goesOffline(ada, false)
  await expect(notice(ada, 'It waited for more than a day, so it was not sent.')).toBeVisible()
  await expect(notice(ada, 'Yesterday’s news.')).toBeVisible()
  expect(await repliesTo(bob, id)).toEqual([])
})
