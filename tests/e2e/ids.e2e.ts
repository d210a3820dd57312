import { createEvent } from '../../features/events/contract.ts'
import { createTopic } from '../../features/forum/contract.ts'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor } from '../../features/investors/contract.ts'
import { expect, test } from './fixtures.ts'

test('only decimal digits in the address of a screen are an id: anything else is not found', async ({ ada, bob }) => {
  ada.expects(/404/)
  const { http } = ada.member
  const topic = await http.does(createTopic, { title: 'Payroll', content: 'Who does yours?', tags: ['General'] })
  const request = await http.does(createIntroductionRequest, {
    ...{ request_title: 'Meet a grocer', context: 'We sell shelf sensors.', your_company: 'Shelfie' },
  })
  const investor = await http.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore' })
  const event = await http.does(createEvent, {
    ...{ title: 'Breakfast', description: 'Coffee and bagels', location: 'mHUB', event_date: '2030-05-01' },
  })
  const bobsId = Number(bob.member.http.profile_id)
  const { page } = ada
  const cases = [
    { address: '/members/', id: bobsId, right: 'Bob Kowalski', wrong: 'Member Not Found' },
    { address: '/members?member=', id: bobsId, right: 'Bob Kowalski', wrong: 'Member Not Found' },
    { address: '/forum/', id: topic.id, right: 'Payroll', wrong: 'This topic could not be found' },
    {
      address: '/introduction-requests?request=',
      id: request.id,
      right: 'Meet a grocer',
      wrong: 'This request could not be found',
    },
    { address: '/investors?investor=', id: investor.id, right: 'Ida Klein', wrong: 'Investor Database' },
    { address: '/events?event=', id: event.id, right: 'Breakfast', wrong: 'Community Events' },
  ]
  for (const { address, id, right, wrong } of cases) {
    const named = page.locator('main h1, main h2, [role=dialog] h2')
    await ada.opens(`${address}${id}`)
    await expect(named.filter({ hasText: right }).first()).toBeVisible()
    for (const spelling of [`0x${id.toString(16)}`, `${id}e0`]) {
      await ada.opens(`${address}${spelling}`)
      await expect(page.getByRole('heading', { name: wrong }).first()).toBeVisible()
      await expect(page.getByRole('dialog').filter({ hasText: right })).toHaveCount(0)
      await expect(page).not.toHaveTitle(new RegExp(right))
    }
  }
  await ada.opens(`/create-introduction-request?member=${bobsId}e0`)
  await ada.seesHeading('Create Introduction Request')
  await expect(page.getByLabel('Target Person')).toHaveValue('')
})
