import { shareLink } from '../../features/resources/contract.ts'
import { expect, type Person, test } from './fixtures.ts'

const pill = (who: Person, words: string | RegExp) => who.page.getByRole('button', { name: words, exact: true })

test('a file that one uploads oneself is no news, even when the stream tells of it before the answer comes', async ({
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
  const gone = new Promise<void>(done => {
    letGo = done
  })
  await bob.page.route('**/api/resource-files?*', async route => {
    const answer = await route.fetch()
    await gone
    await route.fulfill({ response: answer })
  })
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await expect(pill(ada, '1 new resource')).toBeVisible()
  await eve.member.http.does(shareLink, { title: 'Term sheet, annotated', url: 'https://example.com/terms' })
  // What Bob's stream told of his own file has long been worked off by whoever it was news to.
  await expect(pill(ada, '2 new resources')).toBeVisible()
  await expect(pill(bob, /new resource/)).toHaveCount(0)

  letGo()
  await bob.isTold('success', 'Resource added')
  await expect(bob.page.getByRole('article').getByRole('heading', { name: 'Notes', exact: true })).toBeVisible()
})
