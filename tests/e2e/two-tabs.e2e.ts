import type { Page } from '@playwright/test'
import { createTopic } from '../../features/forum/contract.ts'
import { type EditedRow, editedRows } from './edited-rows.ts'
import { axe, expect, lookAt, mainFor, Person, test } from './fixtures.ts'

const newTab = async (person: Person) => new Person(await person.page.context().newPage()).is(person.member)
const field = (tab: Person, { textField }: EditedRow) => tab.page.getByLabel(textField.label, { exact: true })
const saves = (tab: Person, { button }: EditedRow) =>
  tab.page.getByRole('button', { name: button, exact: true }).click()
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const conflictNotice = (tab: Person) => tab.page.getByRole('region', { name: 'Changed meanwhile' })
const offer = (tab: Person) => tab.page.getByRole('region', { name: 'Not saved' })
/** One of the forms has another button text while it is being saved. */
const formIsClosed = (tab: Person, { button }: EditedRow) =>
  expect(tab.page.getByRole('button', { name: new RegExp(`^(Saving\\.\\.\\.|${button})$`) })).toHaveCount(0)
/** The bodies of the save requests. */
const bodies = (sent: ReturnType<Person['requestsTo']>) =>
  sent.filter(({ method }) => method !== 'GET').map(({ body }) => body)

async function opensForm(tab: Person, row: EditedRow, path: string) {
  await tab.opens(path)
  await row.opensForm(tab.page)
  await expect(field(tab, row)).toBeVisible()
}
/** Accepts the dialog that some forms open before they are left. */
const leavesAnyway = (page: Page) => page.on('dialog', asked => void asked.accept())

for (const [name, row] of Object.entries(editedRows)) {
  const { textField, secondField, noun } = row

  test(
    `two tabs edit one ${name}: changes of both are merged, and conflicts keep both values`,
    mainFor(name, 'topic'),
    async ({ ada }) => {
      test.slow()
      ada.expects(/409/)
      leavesAnyway(ada.page)
      const me = ada.member.http
      const { id, path } = await row.make(me)
      const first = ada
      const second = await newTab(ada)
      leavesAnyway(second.page)
      await opensForm(first, row, path)
      await opensForm(second, row, path)
      const always = row.always?.(me, id) ?? {}
      const { version } = (await row.read(me, id)) as { version: number }
      const sent = [first, second].map(tab => tab.requestsTo(row.call))

      if (secondField) {
        await field(first, row).fill('From the first tab')
        await secondField.set(second.page)
        await saves(first, row)
        await formIsClosed(first, row)
        await saves(second, row)
        await second.sees(`${capital(noun)} was changed elsewhere while you were editing it.`)
        await expect(conflictNotice(second).getByRole('listitem')).toHaveText([/From the first tabTaken over$/])
        await expect(field(second, row)).toHaveValue('From the first tab')
        await saves(second, row)
        await formIsClosed(second, row)
        expect(await row.read(me, id)).toMatchObject({
          [textField.field]: 'From the first tab',
          [secondField.field]: secondField.value,
        })
        expect(bodies(sent[0] ?? [])).toEqual([{ ...always, [textField.field]: 'From the first tab', version }])
        expect(bodies(sent[1] ?? [])).toEqual([
          { ...always, [secondField.field]: secondField.value, version },
          { ...always, [secondField.field]: secondField.value, version: version + 1 },
        ])
        await opensForm(first, row, path)
        await opensForm(second, row, path)
      }

      await field(first, row).fill('First again')
      await field(second, row).fill('Second again')
      await saves(first, row)
      await formIsClosed(first, row)
      await saves(second, row)
      await expect(conflictNotice(second).getByRole('listitem')).toHaveText([/First againUse the saved one$/])
      await expect(second.page.locator('[data-tone=error], [data-toast]'), 'said once').toHaveCount(0)
      await expect(field(second, row)).toHaveValue('Second again')
      // A reload restores the typed text and the conflict.
      if (row.opensItself) await second.opens(path)
      else await opensForm(second, row, path)
      await expect(field(second, row)).toHaveValue('Second again')
      await expect(conflictNotice(second).getByRole('listitem')).toHaveText([/First againUse the saved one$/])
      await lookAt(second.page, `two-tabs-${name.replace(' ', '-')}`)
      await axe(second.page)
      await conflictNotice(second)
        .getByRole('button', { name: /^Use the saved one for / })
        .click()
      await expect(conflictNotice(second)).toBeFocused()
      await expect(field(second, row)).toHaveValue('First again')
      await field(second, row).fill('Second after all')
      await saves(second, row)
      await formIsClosed(second, row)
      expect(await row.read(me, id)).toMatchObject({ [textField.field]: 'Second after all' })

      // Without changes the form closes and sends nothing.
      await opensForm(second, row, path)
      const before = bodies(sent[1] ?? []).length
      await saves(second, row)
      await formIsClosed(second, row)
      expect(bodies(sent[1] ?? [])).toHaveLength(before)
    },
  )

  test(
    `an outdated draft of one ${name} is offered, and a row deleted elsewhere is reported`,
    mainFor(name, 'topic'),
    async ({ ada }) => {
      test.slow()
      ada.expects(/404/)
      leavesAnyway(ada.page)
      const me = ada.member.http
      const { id, path } = await row.make(me)
      await opensForm(ada, row, path)
      await field(ada, row).fill('What I was writing')
      await row.save(me, id, { [textField.field]: 'Saved since' })
      await ada.opens(path)
      await opensForm(ada, row, path)
      await expect(field(ada, row)).toHaveValue('Saved since')
      await expect(offer(ada)).toContainText('Restore what you were writing?')
      await expect(offer(ada)).toContainText(`${capital(noun)} was changed since.`)
      await lookAt(ada.page, `offered-${name.replace(' ', '-')}`)
      await axe(ada.page)
      // The form does not close as if the draft had been saved.
      await saves(ada, row)
      await ada.isTold('destructive', 'Nothing was changed', 'Restore what you were writing, or discard it.')
      await expect(offer(ada).getByRole('button', { name: 'Restore' })).toBeFocused()
      await offer(ada).getByRole('button', { name: 'Restore' }).click()
      await expect(offer(ada)).toHaveCount(0)
      await expect(field(ada, row)).toHaveValue('What I was writing')
      await expect(conflictNotice(ada).getByRole('listitem')).toHaveText([/Saved sinceUse the saved one$/])

      // An ignored draft is offered again; a discarded one is not.
      await row.save(me, id, { [textField.field]: 'Saved once more' })
      await opensForm(ada, row, path)
      await expect(field(ada, row)).toHaveValue('Saved once more')
      await offer(ada).getByRole('button', { name: 'Discard' }).click()
      await expect(offer(ada)).toHaveCount(0)
      await expect(field(ada, row)).toHaveValue('Saved once more')
      await opensForm(ada, row, path)
      await expect(field(ada, row)).toHaveValue('Saved once more')
      await expect(offer(ada)).toHaveCount(0)

      if (!row.remove) return
      await field(ada, row).fill('Written in vain')
      await row.remove(me, id)
      await saves(ada, row)
      await ada.sees(`${capital(noun)} was deleted meanwhile.`)
      await ada.sees('What you typed was not saved. It is still here.')
      await expect(field(ada, row)).toHaveValue('Written in vain')
      await lookAt(ada.page, `gone-${name.replace(' ', '-')}`)
      await axe(ada.page)

      // After a reload the form for a new row offers the text.
      await row.again?.opens(ada, path)
      await expect(offer(ada)).toContainText('Written in vain')
      await offer(ada).getByRole('button', { name: 'Restore' }).click()
      await expect(ada.page.getByLabel(row.again?.label ?? '', { exact: true })).toHaveValue('Written in vain')
    },
  )
}

test('two tabs reply to one topic: each keeps its own text and offers that of the other', { tag: '@main' }, async ({
  ada,
}) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Dilution', content: 'How much?' })
  const box = (tab: Person) => tab.page.getByLabel('Your reply')
  const first = ada
  await first.opens(`/forum/${id}`)
  await box(first).fill('From the first tab')
  const second = await newTab(ada)
  await second.opens(`/forum/${id}`)
  await expect(box(second)).toHaveValue('')
  await expect(offer(second)).toContainText('From the first tab')
  await box(second).fill('From the second tab')
  await box(first).fill('From the first tab, and more')

  for (const tab of [first, second]) await tab.page.reload()
  await expect(box(first)).toHaveValue('From the first tab, and more')
  await expect(box(second)).toHaveValue('From the second tab')

  // Restored is what stands there now, not what stood there when it was first offered.
  await box(first).fill('From the first tab, to the end')
  await offer(second).getByRole('button', { name: 'Restore' }).click()
  await expect(box(second)).toHaveValue('From the first tab, to the end')
  await expect(offer(second)).toContainText('From the second tab')
  await expect(box(first)).toHaveValue('From the first tab, to the end')
  await second.clicks('Post')
  await second.isTold('success', 'Reply posted')
  await expect(offer(second)).toContainText('From the second tab')

  // After a crash another tab offers the text, until it is posted.
  await second.page.close()
  await first.page.reload()
  await expect(box(first)).toHaveValue('From the first tab, to the end')
  await expect(offer(first)).toContainText('From the second tab')
  await first.clicks('Cancel')
  await offer(first).getByRole('button', { name: 'Restore' }).click()
  await expect(box(first)).toHaveValue('From the second tab')
  const third = await newTab(ada)
  await third.opens(`/forum/${id}`)
  await expect(offer(third)).toBeVisible()
  await first.clicks('Post')
  await first.isTold('success', 'Reply posted')
  await expect(offer(third)).toHaveCount(0)
})

/** Leaves drafts of closed tabs in an edit form, the oldest first. */
async function closedTabsLeave(person: Person, row: EditedRow, path: string, texts: string[]) {
  for (const text of texts) {
    const tab = await newTab(person)
    await opensForm(tab, row, path)
    await field(tab, row).fill(text)
    await tab.page.close()
  }
}
const keptDrafts = ({ page }: Person) =>
  page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('draft:')).length)

test('a discarded draft is not offered again, and the number of drafts of closed tabs is limited', async ({ ada }) => {
  test.slow()
  const row = editedRows.topic as EditedRow
  const { path } = await row.make(ada.member.http)
  await closedTabsLeave(ada, row, path, ['Oldest', 'Newest'])
  await opensForm(ada, row, path)
  await expect(offer(ada)).toContainText('Newest')
  await offer(ada).getByRole('button', { name: 'Discard all 2' }).click()
  await expect(offer(ada)).toHaveCount(0)
  await field(ada, row).fill('My own')
  await opensForm(ada, row, path)
  await expect(field(ada, row)).toHaveValue('My own')
  await expect(offer(ada)).toHaveCount(0)

  // Only the newest few are kept; after a month only the newest.
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await closedTabsLeave(ada, row, path, ['1', '2', '3', '4', '5', '6', '7'])
  await opensForm(ada, row, path)
  await expect(offer(ada)).toContainText('7')
  expect(await keptDrafts(ada)).toBe(5)
  await ada.page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter(name => name.startsWith('draft:'))) {
      const draft = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - 31 * 86_400_000 }))
    }
  })
  await opensForm(ada, row, path)
  await expect(offer(ada)).toContainText('7')
  expect(await keptDrafts(ada)).toBe(1)
})
