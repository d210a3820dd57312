import sharp from 'sharp'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import type { Person } from '../../tests/e2e/person.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'
import type { Profile } from './contract.ts'

const FAILED = 'There was a problem uploading your profile picture.'

const picture = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 40 } } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: { r: 20, g: 60, b: 200 } } },
        left: width / 2,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

const chooses = (person: Person, file: Buffer, name = 'me.png', mimeType = 'image/png') =>
  person.page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: file })
const preview = (person: Person) => person.page.getByRole('dialog', { name: 'Profile picture' })
const stored = (person: Person) => person.member.http.reads<Profile>('/api/profile')

test('Ada chooses a picture, thinks better of it, and takes it after all', {
  tag: ['@PROF-52', '@PROF-53', '@PROF-54', '@PROF-55', '@PROF-56', '@PROF-57', '@PROF-64'],
}, async ({ ada }) => {
  await ada.opens('/profile')
  await expect(ada.page.locator('input[type=file]')).toHaveAttribute('accept', /^image.[*]$/)
  const sent = ada.requestsTo(/\/api\/profile\/avatar/)
  await chooses(ada, await picture())
  await expect(preview(ada).getByAltText('Preview')).toBeVisible()
  await expect(preview(ada).getByRole('button', { name: 'Save' })).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'profile-avatar')
  await ada.clicks('Cancel', { on: 'Profile picture' })
  await expect(preview(ada)).toHaveCount(0)
  expect(sent).toHaveLength(0)

  await chooses(ada, await picture())
  // Moved to the right end: the blue half.
  await preview(ada).getByRole('application').focus()
  for (let i = 0; i < 20; i++) await ada.page.keyboard.press('ArrowRight')
  await preview(ada).getByLabel('Zoom').fill('2')
  await ada.clicks('Save', { on: 'Profile picture' })
  await ada.isTold('success', 'Avatar updated')
  await expect(preview(ada)).toHaveCount(0)
  const { avatar_url } = await stored(ada)
  await expect(ada.page.getByRole('region', { name: 'About me' }).locator('img')).toHaveAttribute(
    'src',
    String(avatar_url),
  )
  const shown = await ada.page.request.get(String(avatar_url))
  const { channels } = await sharp(await shown.body()).stats()
  expect(channels[2]?.mean).toBeGreaterThan(channels[0]?.mean ?? 255)
  // The sidebar shows the small size.
  await expect(ada.page.locator(`img[src="${String(avatar_url).replace('.webp', '-96.webp')}"]`)).toBeVisible()

  await ada.clicks('Remove')
  await ada.isTold('success', 'Avatar removed')
  expect(await stored(ada)).toMatchObject({ avatar_url: null })
})

test('a picture can be dropped or pasted', async ({ ada }) => {
  await ada.opens('/profile')
  await ada.seesHeading('Ada Osei')
  const bytes = (await picture(40, 40)).toString('base64')
  const give = (kind: 'drop' | 'paste') =>
    ada.page.evaluate(
      ({ kind: how, bytes: text }) => {
        const data = new DataTransfer()
        const file = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
        data.items.add(new File([file], 'me.png', { type: 'image/png' }))
        const target = document.querySelector('[role=group][aria-label="Profile picture"]')
        if (how === 'drop')
          target?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
        else
          document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      { kind, bytes },
    )
  for (const kind of ['drop', 'paste'] as const) {
    await give(kind)
    await expect(preview(ada).getByAltText('Preview')).toBeVisible()
    await ada.clicks('Cancel', { on: 'Profile picture' })
  }
})

test('an upload that fails says so and keeps the choice; what is no picture gets its reason', {
  tag: ['@PROF-60', '@PROF-61'],
}, async ({ ada }) => {
  ada.expects(/500|415|400/)
  await keepToasts(ada.page)
  await ada.opens('/profile')
  await ada.gets('**/api/profile/avatar?**', { status: 500, json: { error: 'Broken', request_id: 'x' } })
  await chooses(ada, await picture())
  await ada.clicks('Save', { on: 'Profile picture' })
  await ada.isTold('destructive', 'Error uploading avatar', FAILED)
  await expect(preview(ada)).toBeVisible()
  await ada.page.unroute('**/api/profile/avatar?**')
  await ada.clicks('Cancel', { on: 'Profile picture' })

  const expectReason = async (reason: string) => {
    await expect(
      ada.page
        .locator('[data-toast]')
        .filter({ hasText: `${FAILED} ${reason}` })
        .first(),
    ).toBeVisible()
  }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><circle r="40"/></svg>')
  // Refused under any name: browsers show SVG, but the server refuses it.
  for (const [name, type] of [
    ['me.svg', 'image/svg+xml'],
    ['me.png', 'image/png'],
  ]) {
    await chooses(ada, svg, name, type)
    await expectReason('Please choose a JPEG, PNG, WebP, GIF or AVIF picture.')
    await expect(preview(ada)).toHaveCount(0)
    await ada.page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  await chooses(ada, Buffer.alloc(6 * 1024 * 1024), 'me.png')
  await expectReason('The file is larger than 5 MB.')
  await expect(preview(ada)).toHaveCount(0)
  await chooses(ada, Buffer.from('%PDF-1.7'), 'me.pdf', 'application/pdf')
  await expect(preview(ada)).toHaveCount(0)
  expect(await stored(ada)).toMatchObject({ avatar_url: null })
})

test('an upload shows its progress, and Cancel aborts it', async ({ ada }) => {
  await ada.opens('/profile')
  const letGo = await ada.holdsBack('**/api/profile/avatar?**')
  await chooses(ada, await picture())
  await ada.clicks('Save', { on: 'Profile picture' })
  await expect(preview(ada).getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  await axe(ada.page)
  await ada.clicks('Cancel', { on: 'Profile picture' })
  letGo()
  await expect(preview(ada)).toHaveCount(0)
  expect(await stored(ada)).toMatchObject({ avatar_url: null })
})
