import { axe, expect, lookAt, phone, test } from '../../tests/e2e/fixtures.ts'
import { saveProfile } from '../profile/contract.ts'
import { idOf } from './acts.ts'
import { kinds, offered, reply, topicOf } from './mention-steps.ts'

test('a member is mentioned by keyboard alone, told, and linked in the text', { tag: '@main' }, async ({
  ada,
  bob,
  eve,
}) => {
  const id = await topicOf(ada)
  const sent = bob.writesTo(/\/comments$/)
  await bob.opens(`/forum/${id}`)
  await reply(bob).focus()
  await bob.page.keyboard.type('Ask @bo')
  // Never oneself.
  await expect(offered(bob)).toHaveCount(0)
  await bob.page.keyboard.type('\nOr @a')
  await expect(offered(bob)).toHaveText([/Ada Osei/])
  await bob.page.keyboard.press('Backspace')
  await expect(offered(bob)).toHaveCount(0)
  await bob.page.keyboard.type('e')
  await expect(offered(bob)).toHaveText([/Eve Raman/])
  await expect(reply(bob)).toBeFocused()
  const active = await offered(bob).getAttribute('id')
  await expect(reply(bob)).toHaveAttribute('aria-activedescendant', String(active))
  await axe(bob.page)
  await lookAt(bob.page, 'mention-list')
  await bob.page.keyboard.press('Enter')
  await expect(reply(bob)).toHaveValue('Ask @bo\nOr @Eve Raman ')
  await expect(offered(bob)).toHaveCount(0)
  await expect(reply(bob)).not.toHaveAttribute('aria-activedescendant')
  await bob.page.keyboard.type('please')
  await bob.page.keyboard.press('Control+Enter')
  await bob.isTold('success', 'Reply posted')
  expect(sent[0]?.body).toMatchObject({ content: 'Ask @bo\nOr @Eve Raman please', mentions: [idOf(eve)] })
  await expect.poll(() => kinds(eve)).toEqual(['mention'])
  const link = bob.page.getByRole('link', { name: '@Eve Raman' })
  await expect(link).toHaveAttribute('href', `/members/${idOf(eve)}`)
  await expect(bob.page.getByRole('link', { name: '@bo' })).toHaveCount(0)
  await axe(bob.page)
  await link.scrollIntoViewIfNeeded()
  await lookAt(bob.page, 'mention-shown')
})

test('Escape closes the list and not the dialog, Tab chooses, undo brings back what was typed', async ({
  ada,
  server,
}) => {
  await server.member('Cleo Chen')
  await server.member('Cyrus Chan')
  await ada.opens('/forum/new')
  const content = ada.page.getByLabel('Content')
  await content.focus()
  await ada.page.keyboard.type('@c')
  await expect(offered(ada)).toHaveText([/Cleo Chen/, /Cyrus Chan/])
  await lookAt(ada.page, 'mention-dialog')
  await ada.page.keyboard.press('Escape')
  await expect(offered(ada)).toHaveCount(0)
  await ada.page.keyboard.type('y')
  await expect(ada.page.getByRole('dialog')).toBeVisible()
  await expect(offered(ada)).toHaveCount(0)
  await ada.page.keyboard.type(' and @c')
  await expect(offered(ada)).toHaveCount(2)
  await ada.page.keyboard.press('ArrowUp')
  await expect(offered(ada).last()).toHaveAttribute('aria-selected', 'true')
  await ada.page.keyboard.press('ArrowDown')
  await expect(offered(ada).first()).toHaveAttribute('aria-selected', 'true')
  await ada.page.keyboard.press('ArrowDown')
  await ada.page.keyboard.press('Tab')
  await expect(content).toHaveValue('@cy and @Cyrus Chan ')
  await expect(content).toBeFocused()
  await ada.page.keyboard.press('Control+z')
  await expect(content).toHaveValue('@cy and @c')
  await ada.page.keyboard.press('Control+Shift+z')
  await expect(content).toHaveValue('@cy and @Cyrus Chan ')
  await ada.clicks('Preview')
  await expect(ada.page.getByRole('region', { name: 'Preview' }).getByRole('link')).toHaveText(['@Cyrus Chan'])
  await ada.page.keyboard.press('Escape')
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone namesakes are told apart by their company, and a tap chooses', async ({ ada, bob, server }) => {
  const namesakes = []
  for (const company_name of ['Lakeline', 'Brickyard']) {
    const namesake = await server.member('Valerie Chen')
    await namesake.does(saveProfile, { company_name, title: 'CEO' })
    namesakes.push(namesake)
  }
  const id = await topicOf(ada)
  const sent = bob.writesTo(/\/comments$/)
  await bob.page.setViewportSize(phone)
  await bob.opens(`/forum/${id}`)
  await reply(bob).pressSequentially('Either @val')
  await expect(offered(bob)).toHaveText([/CEO at Lakeline/, /CEO at Brickyard/])
  const box = await bob.page.getByRole('listbox', { name: 'Members' }).boundingBox()
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= phone.width).toBe(true)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height)
  await lookAt(bob.page, 'mention-namesakes')
  await offered(bob).filter({ hasText: 'Brickyard' }).click()
  await expect(reply(bob)).toBeFocused()
  await reply(bob).pressSequentially('or @val')
  await offered(bob).filter({ hasText: 'Lakeline' }).click()
  await expect(reply(bob)).toHaveValue('Either @Valerie Chen or @Valerie Chen ')
  await bob.clicks('Post')
  await bob.isTold('success', 'Reply posted')
  const [lakeline, brickyard] = namesakes.map(({ profile_id }) => profile_id)
  expect(sent[0]?.body).toMatchObject({ mentions: [brickyard, lakeline] })
  const links = bob.page.getByRole('link', { name: '@Valerie Chen' })
  await expect(links.first()).toHaveAttribute('href', `/members/${brickyard}`)
  await expect(links.last()).toHaveAttribute('href', `/members/${lakeline}`)
})

test('keys of an input method choose its own suggestions, not members', async ({ ada, server }) => {
  await server.member('山田 太郎')
  const id = await topicOf(ada)
  await ada.opens(`/forum/${id}`)
  await reply(ada).pressSequentially('@')
  const keyboard = await ada.page.context().newCDPSession(ada.page)
  await keyboard.send('Input.imeSetComposition', { text: '山田', selectionStart: 2, selectionEnd: 2 })
  await expect(offered(ada)).toHaveText([/山田 太郎/])
  const whileComposing = (key: string) =>
    reply(ada).evaluate(
      (area, pressed) =>
        area.dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, isComposing: true, bubbles: true, cancelable: true }),
        ),
      key,
    )
  for (const key of ['Enter', 'Tab', 'ArrowDown', 'Escape'])
    expect([key, await whileComposing(key)]).toEqual([key, true])
  await expect(reply(ada)).toHaveValue('@山田')
  await keyboard.send('Input.insertText', { text: '山田' })
  await expect(offered(ada)).toHaveCount(1)
  await ada.page.keyboard.press('Enter')
  await expect(reply(ada)).toHaveValue('@山田 太郎 ')
})
