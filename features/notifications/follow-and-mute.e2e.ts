import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import { createReply, createTopic, likeTopic } from '../forum/contract.ts'

const follow = ({ page }: Person) => page.getByRole('button', { name: 'Notify me of replies' })
const bell = ({ page }: Person) => page.getByRole('button', { name: /^Notifications/ })

test('the bell of a topic follows and unfollows it; replying follows it', async ({ ada, bob, eve, server }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  const asked = eve.requestsTo(/\/follow$/)
  await eve.opens(`/forum/${id}`)
  await expect(follow(eve)).toHaveAttribute('aria-pressed', 'false')
  expect(asked).toEqual([])
  await eve.waitsForWrite(/\/follow$/, () => follow(eve).click())
  await expect(follow(eve)).toHaveAttribute('aria-pressed', 'true')
  await axe(eve.page)
  await lookAt(eve.page, 'topic-followed')
  await eve.page.reload()
  await expect(follow(eve)).toHaveAttribute('aria-pressed', 'true')
  await eve.opens('/members')
  await bob.opens(`/forum/${id}`)
  await expect(follow(bob)).toHaveAttribute('aria-pressed', 'false')
  await bob.types('Your reply', 'We do.')
  await bob.waitsForWrite(/\/comments$/, () => bob.clicks('Post'))
  await expect(follow(bob)).toHaveAttribute('aria-pressed', 'true')
  await notifyFollowers(server)
  await expect(bell(eve)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(eve).click()
  await expect(
    eve.page.getByRole('dialog').getByRole('link', { name: 'Bob Kowalski replied to “Payroll”, a topic you follow' }),
  ).toBeVisible()

  await eve.opens(`/forum/${id}`)
  await expect(bell(eve)).toHaveAccessibleName('Notifications')
  await eve.waitsForWrite(/\/follow$/, () => follow(eve).click())
  await expect(follow(eve)).toHaveAttribute('aria-pressed', 'false')
  await bob.member.http.does(createReply, { id, content: 'And you?' })
  await notifyFollowers(server)
  await eve.sees('And you?')
  expect((await eve.member.http.reads<{ count: number }>('/api/notifications/unread')).count).toBe(0)
})

test('a follow that the server refuses is taken back', async ({ ada, bob }) => {
  bob.expects(/500/)
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await bob.opens(`/forum/${id}`)
  await bob.gets('**/follow', { status: 500, json: { error: 'It broke.', request_id: 'r' } })
  await follow(bob).click()
  await bob.isTold('destructive', 'The topic could not be followed', 'It broke.')
  await expect(follow(bob)).toHaveAttribute('aria-pressed', 'false')
})

test('a muted member rings no bell and is not told; unmuting ends it', { tag: '@main' }, async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  const other = await ada.member.http.does(createTopic, { title: 'Insurance', content: 'Who does it?' })
  const page = `/members/${bob.member.http.profile_id}`
  // The page has the state, so that the button does not appear late.
  expect((await ada.member.http.asks('GET', page)).text).toMatch(/"is_muted" : false/)
  await ada.opens(page)
  await expect(ada.page.getByRole('button', { name: 'Mute this member' })).toHaveAccessibleDescription(
    'You would get no more notifications about what this member does. They are not told.',
  )
  await ada.clicks('Mute this member')
  await ada.isTold('success', 'Bob Kowalski is muted')
  await expect(ada.page.getByRole('button', { name: 'Unmute' })).toHaveAccessibleDescription(
    'You get no notifications about what this member does. They are not told.',
  )
  await expect(ada.page.getByRole('button', { name: 'Unmute' })).toBeFocused()
  await axe(ada.page)
  await lookAt(ada.page, 'member-muted')
  await bob.member.http.does(likeTopic, { id })
  await ada.page.reload()
  await expect(ada.page.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await expect(bell(ada)).toHaveAccessibleName('Notifications')
  // Nothing in what Bob gets says so.
  expect((await bob.member.http.asks('GET', `/api/members/${ada.member.http.profile_id}`)).text).not.toContain('mute')

  await ada.clicks('Unmute')
  await ada.isTold('success', 'Bob Kowalski is no longer muted')
  await bob.member.http.does(likeTopic, { id: other.id })
  await expect(bell(ada)).toHaveAccessibleName('Notifications, 1 unread')
  await ada.opens(`/members/${ada.member.http.profile_id}`)
  await ada.sees('Edit Profile')
  await expect(ada.page.getByRole('button', { name: 'Mute this member' })).toHaveCount(0)
})
