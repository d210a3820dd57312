import { expect, test } from '../../../tests/e2e/fixtures.ts'
import { comments, onlyInvestors } from './seed.ts'

const whole = {
  title: 'Managing Partner',
  firm: 'Bluestem Row',
  email: 'ruth@bluestem.example',
  website: 'bluestem.example',
  linkedin: 'ruth-abernathy',
  twitter: '@ruthab',
  focus: ['SaaS', 'Fintech', 'Healthcare', 'Climate'],
  stage: ['Seed', 'Series A', 'Series B', 'Growth'],
  check_size: '$250k-$500k',
  description: 'Backs logistics founders.',
  notes: 'Prefers a memo to a deck.',
}

test('Ada opens the investor she added', {
  tag: [
    '@INV-44',
    '@INV-45',
    '@INV-46',
    '@INV-47',
    '@INV-48',
    '@INV-49',
    '@INV-52',
    '@INV-53',
    '@INV-54',
    '@INV-55',
    '@INV-58',
    '@INV-59',
    '@INV-60',
    '@INV-61',
    '@INV-62',
    '@INV-63',
    '@INV-64',
  ],
}, async ({ ada, server }) => {
  const { http } = ada.member
  const [id] = await onlyInvestors(server, {
    'Ruth Abernathy': {
      ...whole,
      creator: http,
      created_at: '2026-03-08T18:00:00Z',
      updated_at: '2026-04-12T18:00:00Z',
      ratings: [5, 4, 4],
    },
  })
  await ada.opens('/investors?sort=newest')
  await ada.page
    .getByRole('list', { name: 'Investors' })
    .locator('> li')
    .click({ position: { x: 60, y: 120 } })
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Ruth Abernathy' })).toBeFocused()
  await expect(ada.page).toHaveURL(`/investors?sort=newest&investor=${id}`)
  await ada.sees('Managing Partner at Bluestem Row')
  await expect(ada.page.getByRole('img', { name: '4.3 out of 5 stars, rated by 3 members' })).toHaveText('4.3(3)')
  await expect(ada.page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(ada.page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()

  const part = (name: string) =>
    ada.page.locator('section').filter({ has: ada.page.getByRole('heading', { name, exact: true }) })
  const about = part('About')
  await expect(about.getByText('Backs logistics founders.')).toBeVisible()
  await expect(about.getByText('Prefers a memo to a deck.')).toBeVisible()
  await expect(about.getByRole('list', { name: 'Focus areas' }).locator('li')).toHaveText(whole.focus)
  await expect(about.getByRole('list', { name: 'Investment stages' }).locator('li')).toHaveText(whole.stage)
  await expect(about.getByText('$250k-$500k')).toBeVisible()

  const contact = part('Contact Information')
  const leadsTo = (name: string, href: string) =>
    expect(contact.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await leadsTo('ruth@bluestem.example', 'mailto:ruth@bluestem.example')
  await leadsTo('bluestem.example', 'https://bluestem.example')
  await leadsTo('ruth-abernathy', 'https://linkedin.com/in/ruth-abernathy')
  await leadsTo('@ruthab', 'https://x.com/ruthab')
  await expect(contact.getByText('Added on Mar 8, 2026', { exact: true })).toBeVisible()
  await expect(contact.getByText('Last updated on Apr 12, 2026', { exact: true })).toBeVisible()
  await expect(part('Ratings').getByRole('listitem')).toContainText([
    '5 stars: 1 rating',
    '4 stars: 2 ratings',
    '3 stars: 0 ratings',
    '2 stars: 0 ratings',
    '1 star: 0 ratings',
  ])

  await ada.clicks('Back to investors')
  await expect(ada.page).toHaveURL('/investors?sort=newest')
  await expect(ada.page.getByRole('link', { name: 'Ruth Abernathy' })).toBeFocused()
  await ada.page.goForward()
  await ada.seesHeading('Ruth Abernathy')
  await ada.page.goBack()
  await ada.seesHeading('Investor Database')
})

test('another member, or nobody recorded: no Edit, no Delete; what is missing is said', {
  tag: ['@INV-50', '@INV-51', '@INV-56', '@INV-57', '@INV-65'],
}, async ({ ada, bob, server }) => {
  const [hers, withoutCreator] = await onlyInvestors(server, {
    'Bare Bones': { creator: ada.member.http, created_at: '2026-03-08T15:00:00Z', updated_at: '2026-03-08T19:00:00Z' },
    'No Creator': {},
  })
  for (const id of [hers, withoutCreator]) {
    await bob.opens(`/investors?investor=${id}`)
    await bob.sees('Added on Mar 8, 2026')
    await expect(bob.page.getByText(/Last updated/)).toHaveCount(0)
    await bob.sees('No focus areas specified')
    await bob.sees('No investment stages specified')
    await expect(bob.page.getByRole('button', { name: /^(Edit|Delete)$/ })).toHaveCount(0)
  }
  // Only the screen hides the buttons: the policies let every member edit an investor without a creator.
  expect(await bob.member.http.tries('PATCH', `/api/investors/${withoutCreator}`, { title: 'Angel' })).toBe(200)
  expect(await bob.member.http.tries('PATCH', `/api/investors/${hers}`, { title: 'Angel' })).toBe(403)
})

test('a shared address opens the investor, also on a phone and with very long words; without a list behind it Back still leads there', {
  tag: ['@INV-45'],
}, async ({ ada, bob, server }) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitalverwaltung'
  const [id = 0] = await onlyInvestors(server, {
    [`${long} ${long}`]: {
      ...whole,
      title: 'Partner '.repeat(20),
      firm: long.repeat(3),
      email: `${'long.'.repeat(20)}name@bluestem.example`,
      website: `https://bluestem.example/${'path/'.repeat(30)}`,
      description: `${long.repeat(4)} ${'Every word of it. '.repeat(80)}`,
    },
  })
  await comments(server, id, [{ by: bob.member.http, content: `${long.repeat(6)}\n\nSecond paragraph.`, rating: 2 }])
  await ada.page.setViewportSize({ width: 390, height: 844 })
  await ada.opens(`/investors?investor=${id}`)
  await ada.sees('Comments & Ratings')
  const overflow = () => ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await ada.clicks('Back to investors')
  await ada.seesHeading('Investor Database')
  await expect(ada.page).toHaveURL('/investors')
  expect(await overflow()).toBeLessThanOrEqual(0)
  await ada.opens('/investors?investor=99999999')
  await ada.sees('Investor not found')
  ada.expects(/404/)
})
