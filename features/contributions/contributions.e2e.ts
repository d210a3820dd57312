import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'

test('what a member did, by kind and page by page, each leading there', { tag: '@main' }, async ({ ada, bob, eve }) => {
  const does = bob.member.http.does
  const title = (n: number) => `Of Bob ${String(n).padStart(2, '0')}`
  for (let n = 1; n <= 10; n += 1) await does(createTopic, { title: title(n), content: 'Words' })
  const topic = await ada.member.http.does(createTopic, { title: 'Of Ada', content: 'Words' })
  const reply = await does(createReply, { id: topic.id, content: 'Bob replies' })
  await does(createTopic, { title: 'Nobody must know', content: 'Words', is_anonymous: true })
  const investor = await ada.member.http.does(addInvestor, { name: 'Iris Vale', firm: `Of ${ada.member.email}` })
  const review = await does(postComment, { id: investor.id, content: 'Kind', rating: 5 })
  await ada.opens(`/members/${bob.member.http.profile_id}`)
  const part = ada.page.getByRole('region', { name: 'Contributions' })
  const rows = part.getByRole('listitem')
  await expect(rows).toHaveCount(8)
  await expect(rows.nth(0)).toContainText(`Reviewed Iris Vale, Of ${ada.member.email}`)
  await expect(rows.nth(1)).toContainText('Replied to Of Ada')
  await expect(rows.nth(2)).toContainText(`Started the topic ${title(10)}`)
  await expect(part.getByRole('button', { pressed: true })).toHaveText('All 12')
  await expect(ada.page.getByText('Nobody must know')).toHaveCount(0)
  await axe(ada.page)
  await lookAt(ada.page, 'member-contributions')
  await ada.clicks('Show more')
  await expect(rows).toHaveCount(12)
  await expect(part.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(rows.nth(8)).toBeFocused()

  await ada.clicks('Topics 10')
  await expect(rows).toHaveCount(8)
  await expect(rows.filter({ hasNotText: 'Started the topic' })).toHaveCount(0)
  await ada.clicks('Replies 1')
  await rows.getByRole('link', { name: 'Of Ada' }).click()
  await expect(ada.page).toHaveURL(url => url.pathname === `/forum/${topic.id}` && url.search === `?reply=${reply.id}`)
  await ada.page.goBack()
  await ada.clicks('Investor reviews 1')
  await rows.getByRole('link', { name: 'Iris Vale' }).click()
  await expect(ada.page).toHaveURL(url => url.search === `?investor=${investor.id}&comment=${review.id}`)

  // Somebody who did nothing has no such part.
  await bob.opens(`/members/${eve.member.http.profile_id}`)
  await bob.seesHeading('Eve Raman')
  await bob.sees('No company information available')
  await expect(bob.page.getByRole('region', { name: 'Contributions' })).toHaveCount(0)
})
