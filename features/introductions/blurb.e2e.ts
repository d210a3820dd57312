import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'
import { makeOffer } from '../offers/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  getBlurb,
  saveBlurb,
  updateIntroductionRequest,
} from './contract.ts'

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapital'.repeat(10)

async function asks({ member: { http } }: Person, more: object = {}) {
  await http.does(saveProfile, {
    title: 'CEO',
    company_name: 'Lakeline Freight',
    company_description: 'Drayage scheduling for rail ramps.',
    company_website: 'https://lakeline.example',
  })
  const { id } = await http.does(createIntroductionRequest, {
    request_title: 'Meet a dispatcher',
    context: 'We want to learn how drayage is booked.',
    your_company: 'Lakeline Freight',
    target_person: 'Tom Nakamura',
    ...more,
  })
  return id
}
const opens = (person: Person, id: number) => person.opens(`/introduction-requests?request=${id}`)
const section = ({ page }: Person) => page.getByRole('region', { name: 'Forwardable blurb' })
const field = (person: Person) => section(person).getByLabel('Text to forward', { exact: true })
const button = (person: Person, name: string) => section(person).getByRole('button', { name, exact: true })
const mailOf = async (person: Person) => {
  const href = (await section(person).getByRole('link', { name: 'Open as mail' }).getAttribute('href')) ?? ''
  return { href, read: new URLSearchParams(href.split('?')[1]) }
}

test('Ada gets a draft from her profile and request, and keeps it with one click', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const id = await asks(ada)
  await opens(ada, id)
  await expect(section(ada)).toContainText('Nobody sees it until you save it.')
  for (const part of [
    'I am Ada Osei, CEO at Lakeline Freight. What we do: Drayage scheduling for rail ramps.',
    'I am looking for an introduction to: Tom Nakamura. We want to learn how drayage is booked.',
    'I hope for a call of 20 minutes in the next week or two.',
  ])
    await expect(section(ada)).toContainText(part)
  await section(ada).scrollIntoViewIfNeeded()
  await axe(ada.page)
  await lookAt(ada.page, 'blurb-draft')
  expect((await ada.member.http.does(getBlurb, { id })).text).toBeNull()

  await button(ada, 'Save Blurb').click()
  await ada.isTold('success', 'Blurb saved')
  await expect(button(ada, 'Change blurb')).toBeFocused()
  await expect(button(ada, 'Save Blurb')).toHaveCount(0)
  await expect(section(ada)).not.toContainText('draft')
  const { text } = await ada.member.http.does(getBlurb, { id })
  expect(text).toMatch(/^I am Ada Osei.*Lakeline Freight\nhttps:\/\/lakeline\.example$/s)
  const { read } = await mailOf(ada)
  expect(read.get('subject')).toBe('Introduction: Ada Osei (Lakeline Freight) and Tom Nakamura')
  expect(read.get('body')).toBe(text?.replaceAll('\n', '\r\n'))

  await opens(bob, id)
  await expect(bob.page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(section(bob)).toHaveCount(0)
})

test('she edits the draft, copies it, and changes it later', async ({ ada }) => {
  const id = await asks(ada)
  await ada.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await opens(ada, id)
  await button(ada, 'Change blurb').click()
  await expect(field(ada)).toBeFocused()
  await expect(field(ada)).toHaveValue(/^I am Ada Osei/)
  await field(ada).fill('  ')
  await button(ada, 'Save Blurb').click()
  await expect(section(ada)).toContainText('Please enter a text.')
  await field(ada).fill('x'.repeat(4001))
  await expect(section(ada)).toContainText('At most 4,000 characters; this is 4,001.')
  await field(ada).fill('I am Ada.\n\nWe book trucks & more: 50% off + “quotes”?')
  await axe(ada.page)
  await lookAt(ada.page, 'blurb-edit')
  await button(ada, 'Save Blurb').click()
  await ada.isTold('success', 'Blurb saved')
  await button(ada, 'Copy text').click()
  await expect(button(ada, 'Copied')).toBeVisible()
  const kept = 'I am Ada.\n\nWe book trucks & more: 50% off + “quotes”?'
  expect(await ada.page.evaluate(() => navigator.clipboard.readText())).toBe(kept)
  expect((await mailOf(ada)).href).toContain(encodeURIComponent(kept.replaceAll('\n', '\r\n')))

  await button(ada, 'Change blurb').click()
  await field(ada).fill('Something else')
  await button(ada, 'Cancel').click()
  await expect(button(ada, 'Change blurb')).toBeFocused()
  await expect(section(ada)).toContainText('We book trucks')
  await button(ada, 'Change blurb').click()
  await expect(field(ada)).toHaveValue(kept)
  await field(ada).fill('We book trucks.')
  await button(ada, 'Save Blurb').click()
  await expect(field(ada)).toHaveCount(0)
  expect(await ada.member.http.does(getBlurb, { id })).toMatchObject({ text: 'We book trucks.', version: 2 })
})

test('what she typed survives a reload, a closed dialog, a failure and a deleted request', { tag: '@main' }, async ({
  ada,
}) => {
  const id = await asks(ada)
  ada.expects(/503|404|ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await keepToasts(ada.page)
  await opens(ada, id)
  await button(ada, 'Change blurb').click()
  await field(ada).fill('Words of mine')
  await ada.page.reload()
  await expect(field(ada)).toHaveValue('Words of mine')
  await expect(field(ada)).not.toBeFocused()
  await ada.page.keyboard.press('Escape')
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  await ada.page.getByText('Meet a dispatcher').first().click()
  await expect(field(ada)).toHaveValue('Words of mine')

  const blocked = '**/api/introduction-requests/*/blurb'
  await ada.gets(blocked, { status: 503, json: { error: 'The service is busy.' } })
  await button(ada, 'Save Blurb').click()
  await ada.isTold('destructive', 'The blurb was not saved', 'The service is busy.')
  await ada.page.unroute(blocked)
  await ada.page.context().setOffline(true)
  await button(ada, 'Save Blurb').click()
  await expect(ada.page.locator('[data-toast]').filter({ hasText: 'The blurb was not saved' })).toBeVisible()
  await expect(field(ada)).toHaveValue('Words of mine')
  await ada.page.context().setOffline(false)

  await ada.member.http.does(deleteIntroductionRequest, { id })
  await ada.page.reload()
  await ada.sees('This request could not be found')
  await expect(ada.page.getByRole('dialog')).toContainText('Words of mine')
})

test('a draft that is kept as it is does not overwrite a text from another tab', async ({ ada }) => {
  const id = await asks(ada)
  ada.expects(/409/)
  await opens(ada, id)
  await expect(button(ada, 'Save Blurb')).toBeVisible()
  await ada.member.http.does(saveBlurb, { id, text: 'From the other tab' })
  await button(ada, 'Save Blurb').click()
  const notice = ada.page.getByRole('region', { name: 'Changed meanwhile' })
  await expect(notice).toContainText('The blurb was changed elsewhere while you were editing it.')
  await expect(field(ada)).toHaveValue(/^I am Ada Osei/)
  await notice.getByRole('button', { name: /^Use the saved one/ }).click()
  await expect(field(ada)).toHaveValue('From the other tab')
  await button(ada, 'Save Blurb').click()
  await expect(field(ada)).toHaveCount(0)
  expect(await ada.member.http.does(getBlurb, { id })).toMatchObject({ text: 'From the other tab', version: 1 })
})

test('a very long text and a very long word stay within the dialog, and the mail has the beginning', async ({
  ada,
}) => {
  const id = await asks(ada)
  const text = `${LONG_WORD}\n\n${'Trucks wait at the gate for hours. '.repeat(90)}`
  await ada.member.http.does(saveBlurb, { id, text })
  await opens(ada, id)
  await expect(section(ada)).toContainText('Mail programs take only the beginning of such a long text.')
  const { href, read } = await mailOf(ada)
  expect(href.length).toBeLessThanOrEqual(2000)
  expect(read.get('body')).toMatch(/ …$/)
  await section(ada).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'blurb-long')
  for (const size of [{ width: 1280, height: 800 }, phone]) {
    await ada.page.setViewportSize(size)
    const wide = await section(ada).evaluate(element =>
      [...element.querySelectorAll('*')].some(
        part => part.getBoundingClientRect().right > element.getBoundingClientRect().right + 1,
      ),
    )
    expect(wide).toBe(false)
    expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await button(ada, 'Change blurb').click()
  await axe(ada.page)
})

test('a closed request asks for no new text, and still shows the one it has', async ({ ada }) => {
  const id = await asks(ada)
  await ada.member.http.asks('PATCH', `/api/introduction-requests/${id}`, { status: 'completed' })
  await opens(ada, id)
  await expect(ada.page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(section(ada)).toHaveCount(0)
  await ada.member.http.does(saveBlurb, { id, text: 'We book trucks.' })
  await ada.page.reload()
  await expect(section(ada)).toContainText('We book trucks.')
})

test('what she types stays when the request is closed in another tab', async ({ ada }) => {
  const id = await asks(ada)
  await opens(ada, id)
  await button(ada, 'Change blurb').click()
  await field(ada).fill('Words of mine')
  await ada.member.http.does(updateIntroductionRequest, { id, status: 'completed' })
  await expect(section(ada).getByRole('alert')).toContainText('This request is Completed now and needs no blurb.')
  await expect(field(ada)).toHaveValue('Words of mine')
  await expect(field(ada)).toBeFocused()
  await expect(button(ada, 'Copy')).toBeVisible()
  await section(ada).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'blurb-closed')
  await axe(ada.page)
  await ada.page.reload()
  await expect(field(ada)).toHaveValue('Words of mine')
  await button(ada, 'Discard').click()
  await expect(section(ada)).toHaveCount(0)
})

test('the request leads to the blurb until it is written or somebody has offered; an unsaved text is opened again', async ({
  ada,
  bob,
}) => {
  const id = await asks(ada)
  const pointer = ada.page.getByRole('button', { name: 'Write the text' })
  await opens(ada, id)
  await expect(ada.page.getByText('Write the introduction text that an introducer can forward.')).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'blurb-pointer')
  await pointer.focus()
  await ada.page.keyboard.press('Enter')
  await expect(field(ada)).toBeFocused()
  await expect(field(ada)).toHaveValue(/^I am Ada Osei/)
  await expect(pointer).toHaveCount(0)
  await field(ada).fill('We move freight by night.')

  await opens(ada, id)
  await expect(field(ada)).toHaveValue('We move freight by night.')
  await pointer.click()
  await expect(field(ada)).toBeFocused()
  await button(ada, 'Save Blurb').click()
  await ada.isTold('success', 'Blurb saved')
  await opens(ada, id)
  await expect(button(ada, 'Change blurb')).toBeVisible()
  await expect(pointer).toHaveCount(0)

  const offered = await asks(ada)
  await bob.member.http.does(makeOffer, { id: offered })
  await opens(ada, offered)
  await expect(button(ada, 'Change blurb')).toBeVisible()
  await expect(pointer).toHaveCount(0)
  await opens(bob, id)
  await expect(bob.page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(bob.page.getByRole('button', { name: 'Write the text' })).toHaveCount(0)
})
