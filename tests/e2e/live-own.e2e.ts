import { shareLink } from '../../features/resources/contract.ts'
import { expect, type Person, test } from './fixtures.ts'

const pill = (who: Person, words: string | RegExp) => who.page.getByRole('button', { name: words, exact: true })

test('a member’s own upload does not count as new, even if its live update arrives before the answer', async ({
  ada,
  bob,
  eve,
}) => {
  await ada.opens('/resources')
  await bob.opens('/resources')
  await ada.seesHeading('Resources')
  await bob.clicks('Add Resource')
  const form = bob.page.getByRole('dialog')
  await form
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes on pilots') })
  let letGo = () => {}
  const released = new Promise<void>(done => {
    letGo = done
  })
  await bob.page.route('**/api/resource-files?*', async route => {
    const answer = await route.fetch()
    await released
    await route.fulfill({ response: answer })
  })
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await expect(pill(ada, '1 new resource')).toBeVisible()
  await eve.member.http.does(shareLink, { title: 'Term sheet, annotated', url: 'https://example.com/terms' })
  // Ada's browser has processed both updates, so Bob's has, too.
  await expect(pill(ada, '2 new resources')).toBeVisible()
  await expect(pill(bob, /new resource/)).toHaveCount(0)

  letGo()
  await bob.isTold('success', 'Resource added')
  await expect(bob.page.getByRole('article').getByRole('heading', { name: 'Notes', exact: true })).toBeVisible()
})
