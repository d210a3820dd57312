import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { createReply, createTopic, likeTopic } from '../forum/contract.ts'

const items = (person: Person) => person.page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')

test('who did what, newest first, by kind, each leading there', { tag: ['@NAV-38'] }, async ({ ada, bob }) => {
  const topic = await ada.member.http.does(createTopic, { title: 'Demo day in June', content: 'Who comes?' })
  await bob.member.http.does(createReply, { id: topic.id, content: 'Me.' })
  await bob.member.http.does(likeTopic, { id: topic.id })
  await ada.member.http.does(createTopic, { title: 'Nobody must know', content: 'Me', is_anonymous: true })
  await bob.member.http.asks('POST', '/api/investors', { name: 'Iris Vale', firm: 'Prairie Capital' })

  await ada.opens('/activity')
  await expect(items(ada).nth(0)).toContainText('Bob Kowalski added the investor Iris Vale, Prairie Capital')
  await expect(items(ada).nth(1)).toContainText('Bob Kowalski liked Demo day in June')
  await expect(items(ada).nth(2)).toContainText('Bob Kowalski replied to Demo day in June')
  await expect(items(ada).nth(3)).toContainText('Ada Osei posted Demo day in June')
  await expect(items(ada).nth(4)).toContainText('joined the community')
  await expect(ada.page.getByText('Nobody must know')).toHaveCount(0)
  await axe(ada.page)
  await lookAt(ada.page, 'activity')

  await ada.opensTab('Replies')
  await expect(items(ada).filter({ hasNotText: 'replied to' })).toHaveCount(0)
  await expect(ada.page).toHaveURL(/kind=reply/)
  await ada.page.reload()
  await expect(items(ada).filter({ hasNotText: 'replied to' })).toHaveCount(0)
  await items(ada).first().getByRole('link', { name: 'Demo day in June' }).click()
  await ada.isAt(`/forum/${topic.id}`)
})

test('scrolling loads more activity', { tag: '@main' }, async ({ ada }) => {
  const title = (n: number) => `Busy ${String(n).padStart(2, '0')}`
  for (let n = 1; n <= 35; n += 1) await ada.member.http.does(createTopic, { title: title(n), content: 'Words' })
  await ada.opens('/activity?kind=post')
  await expect(items(ada)).toHaveCount(30)
  await items(ada).last().scrollIntoViewIfNeeded()
  await expect(items(ada).filter({ hasText: title(1) })).toHaveCount(1)
})
