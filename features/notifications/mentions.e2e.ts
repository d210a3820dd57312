import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { createReply } from '../forum/contract.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { idOf } from './acts.ts'
import { kinds, offered, reply, topicOf } from './mention-steps.ts'

test('a restored draft still mentions, in the same tab and in another one', async ({ ada, bob, eve }) => {
  const id = await topicOf(ada)
  await bob.opens(`/forum/${id}`)
  await reply(bob).pressSequentially('Ask @eve')
  await offered(bob).click()
  await bob.page.reload()
  await expect(reply(bob)).toHaveValue('Ask @Eve Raman ')
  const other = await bob.page.context().newPage()
  await other.goto(`/forum/${id}`)
  await other.getByRole('button', { name: 'Restore' }).click()
  await other.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(other.getByRole('link', { name: '@Eve Raman' })).toBeVisible()
  await expect.poll(() => kinds(eve)).toEqual(['mention'])
  await other.close()
})

test('editing a reply keeps its mentions, adds new ones and drops removed ones', async ({ ada, bob, eve }) => {
  const id = await topicOf(ada)
  const content = 'Ask @Eve Raman'
  await bob.member.http.does(createReply, { id, content, mentions: [idOf(eve)] })
  const sent = bob.writesTo(/\/api\/comments\/\d+$/)
  await bob.opens(`/forum/${id}`)
  const edits = async (text: string) => {
    await bob.clicks('Edit', { on: '@Eve Raman' })
    await reply(bob).fill(text)
  }
  await edits('Do ask @Eve Raman')
  await bob.clicks('Update')
  await bob.isTold('success', 'Reply updated')
  expect(sent[0]?.body).not.toHaveProperty('mentions')
  await expect(bob.page.getByRole('link', { name: '@Eve Raman' })).toBeVisible()

  await edits('Do ask @Eve Raman or ')
  await reply(bob).press('End')
  await reply(bob).pressSequentially('@ada')
  await offered(bob).click()
  await bob.clicks('Update')
  await expect(bob.page.getByRole('link', { name: '@Ada Osei' })).toBeVisible()
  // The text is shown before the answer, which closes the form.
  await bob.seesHeading('Add a reply')
  expect(sent[1]?.body).toMatchObject({ mentions: [idOf(eve), idOf(ada)] })

  // Cut and pasted back: still a mention.
  await edits('')
  await reply(bob).fill('Do ask @Eve Raman')
  await bob.clicks('Update')
  await expect(bob.page.getByRole('link', { name: '@Ada Osei' })).toHaveCount(0)
  expect(sent[2]?.body).toMatchObject({ mentions: [idOf(eve)] })
  await expect.poll(() => kinds(eve)).toEqual(['mention'])
})

test('a name that was typed by hand becomes a mention when it is picked later, without any other change', async ({
  ada,
  eve,
}) => {
  const id = await topicOf(ada)
  await ada.member.http.does(createReply, { id, content: 'Ask @Eve Raman' })
  await ada.opens(`/forum/${id}`)
  await expect(ada.page.getByRole('link', { name: '@Eve Raman' })).toHaveCount(0)
  await ada.clicks('Edit', { on: 'Ask @Eve Raman' })
  await reply(ada).press('End')
  await reply(ada).press('Backspace')
  await offered(ada).click()
  await ada.clicks('Update')
  await expect(ada.page.getByRole('link', { name: '@Eve Raman' })).toBeVisible()
  await expect.poll(() => kinds(eve)).toEqual(['mention'])
})

test('the eleventh mention is refused with a plain text, and ten are sent', async ({ ada, bob, server }) => {
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven']
  for (const word of words) await server.member(`Member ${word}`)
  const id = await topicOf(ada)
  const sent = bob.writesTo(/\/comments$/)
  await bob.opens(`/forum/${id}`)
  for (const word of words) {
    await reply(bob).pressSequentially(`@member ${word}`)
    await expect(offered(bob)).toHaveText([new RegExp(`Member ${word}$`)])
    await reply(bob).press('Enter')
  }
  const TEXT = 'You mention 11 members, but at most 10 are allowed. Please remove 1.'
  await bob.sees(TEXT)
  await bob.clicks('Post')
  await expect(reply(bob)).toBeFocused()
  await expect(reply(bob)).toHaveAttribute('aria-invalid', 'true')
  await expect(bob.page.getByText(TEXT)).toHaveCount(1)
  await axe(bob.page)
  await lookAt(bob.page, 'mention-eleven')
  expect(sent).toEqual([])
  await reply(bob).press('End')
  for (let n = 0; n < 5; n++) await reply(bob).press('Backspace')
  await bob.doesNotSee(TEXT)
  await bob.clicks('Post')
  await bob.isTold('success', 'Reply posted')
  expect(sent[0]?.body).toMatchObject({ mentions: { length: 10 } })
})

test('an anonymous post helps with the name, says that nobody is told, and tells nobody', async ({ ada, bob, eve }) => {
  const id = await topicOf(ada)
  const sent = bob.writesTo(/\/comments$/)
  await bob.opens(`/forum/${id}`)
  await bob.page.getByLabel('Post anonymously').check()
  await reply(bob).pressSequentially('Ask @eve')
  const NOBODY = 'Nobody is told of mentions in an anonymous post.'
  await bob.sees(NOBODY)
  await lookAt(bob.page, 'mention-anonymous')
  await offered(bob).click()
  await expect(offered(bob)).toHaveCount(0)
  await bob.sees(NOBODY)
  await axe(bob.page)
  await bob.clicks('Post')
  await bob.isTold('success', 'Reply posted')
  expect(sent[0]?.body).not.toHaveProperty('mentions')
  expect(await kinds(eve)).toEqual([])
  await expect(bob.page.getByRole('link', { name: '@Eve Raman' })).toHaveCount(0)
})

test('a private comment on an investor tells nobody until it is made public', async ({ ada, eve }) => {
  const { id } = await ada.member.http.does(addInvestor, { name: 'Ivy Investor', firm: 'Ivy' })
  const sent = ada.writesTo(/comments/)
  await ada.opens(`/investors?investor=${id}`)
  const comment = ada.page.getByLabel('Add a comment')
  await comment.pressSequentially('@eve')
  await offered(ada).click()
  await ada.page.getByLabel('Private comment').check()
  await ada.sees('Nobody is told of mentions in a private comment.')
  await lookAt(ada.page, 'mention-private')
  await ada.clicks('Post Comment')
  await ada.isTold('success', 'Comment posted')
  expect(sent[0]?.body).not.toHaveProperty('mentions')
  await ada.clicks('Edit comment')
  const edited = ada.page.getByLabel('Edit your comment')
  await edited.press('End')
  await edited.pressSequentially(' and @eve')
  await offered(ada).click()
  await ada.page.getByLabel('Private comment').uncheck()
  await ada.clicks('Update Comment')
  await ada.isTold('success', 'Comment updated')
  expect(sent[1]?.body).toMatchObject({ mentions: [idOf(eve)], is_private: false })
  await expect(ada.page.getByRole('link', { name: '@Eve Raman' })).toHaveCount(2)
  await expect.poll(() => kinds(eve)).toEqual(['mention'])
})

test('a comment on an introduction request mentions, and a public one on an investor keeps its mentions', async ({
  ada,
  bob,
  eve,
}) => {
  const request = await ada.member.http.does(createIntroductionRequest, {
    ...{ request_title: 'Freight', context: 'Looking for pilots', your_company: 'Lakeside' },
  })
  const sent = bob.writesTo(/comments/)
  await bob.opens(`/introduction-requests?request=${request.id}`)
  await bob.page.getByLabel('Add a comment').pressSequentially('@eve')
  await lookAt(bob.page, 'mention-request')
  await offered(bob).click()
  await bob.page.keyboard.press('Escape')
  await expect(bob.page.getByRole('dialog')).toHaveCount(0)
  await bob.opens(`/introduction-requests?request=${request.id}`)
  // The draft.
  await bob.clicks('Add Comment')
  await bob.isTold('success', 'Comment added')
  expect(sent[0]?.body).toMatchObject({ comment_text: '@Eve Raman', mentions: [idOf(eve)] })
  await expect(bob.page.getByRole('link', { name: '@Eve Raman' })).toHaveAttribute('href', `/members/${idOf(eve)}`)

  const { id } = await ada.member.http.does(addInvestor, { name: 'Ivy Investor', firm: 'Ivy' })
  await bob.member.http.does(postComment, { id, content: '@Eve Raman knows', mentions: [idOf(eve)] })
  await bob.opens(`/investors?investor=${id}`)
  await bob.clicks('Edit comment')
  await bob.types('Edit your comment', '@Eve Raman knows more')
  await bob.clicks('Update Comment')
  await bob.isTold('success', 'Comment updated')
  await expect(bob.page.getByRole('link', { name: '@Eve Raman' })).toBeVisible()
})

test('a reply that waits for the network is sent with its mentions', async ({ ada, bob, eve }) => {
  bob.expects(/ERR_INTERNET_DISCONNECTED/)
  const id = await topicOf(ada)
  await bob.opens(`/forum/${id}`)
  await reply(bob).pressSequentially('Ask @eve')
  await offered(bob).click()
  await bob.page.context().setOffline(true)
  await reply(bob).pressSequentially('or @ad')
  await bob.clicks('Post')
  await bob.isTold('success', 'Waiting for the network', 'It will be sent when you are online again.')
  await expect(reply(bob)).toHaveValue('')
  await bob.page.context().setOffline(false)
  await bob.isTold('success', 'A reply was sent')
  await expect.poll(() => kinds(eve)).toEqual(['mention'])
})
