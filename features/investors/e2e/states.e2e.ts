import { axe, expect, lookAt, type Person, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/test-server.ts'
import { comments, onlyInvestors } from './seed.ts'

type StateMembers = { ada: Person; bob: Person; server: TestServer }

const long = 'Donaudampfschifffahrtsgesellschaftskapitalverwaltung'
const some = {
  'Amos Reed': { title: 'Partner', firm: 'Quartz', focus: ['SaaS', 'Fintech', 'Media', 'Web3'], ratings: [4, 5] },
  'Bea Lund': { stage: ['Seed'], description: 'Backs founders who have run a warehouse.' },
  [`${long} Cyd`]: {
    firm: long.repeat(3),
    description: long.repeat(9),
    website: `https://x.example/${long.repeat(3)}`,
  },
}
const problem = { status: 503, json: { error: 'The service is busy.', request_id: 'x' } }

/** INV-08: no count without a list. */
async function showsNoCount({ page }: Person, counted: Promise<unknown>) {
  await counted
  await expect(page.getByText(/^Showing/)).toHaveCount(0)
}

/** Every state of the screens, checked for accessibility in light and dark mode; with E2E_SHOTS, with a screenshot. */
const states: Record<string, (people: StateMembers) => Promise<unknown>> = {
  async list({ ada, server }) {
    await onlyInvestors(server, some)
    await ada.opens('/investors')
    await ada.sees('Amos Reed')
  },
  async filters({ ada, server }) {
    await onlyInvestors(server, some)
    await ada.opens('/investors?stage=Seed&q=warehouse')
    await ada.page.getByRole('button', { name: 'Filters' }).click()
    await expect(ada.page.locator('mark')).toHaveText('warehouse')
  },
  async empty({ ada, server }) {
    await onlyInvestors(server, {})
    await ada.opens('/investors?q=nobody')
    await ada.sees('No investors found')
  },
  async loading({ ada, server }) {
    await onlyInvestors(server, some)
    await ada.getsPagesWithoutBoot()
    await ada.page.route('**/api/investors?*', () => {})
    const counted = ada.page.waitForResponse('**/api/investors/counts*')
    await ada.opens('/investors')
    await ada.sees('Loading investors')
    await showsNoCount(ada, counted)
  },
  async error({ ada, server }) {
    await onlyInvestors(server, some)
    ada.expects(/503/)
    await ada.getsPagesWithoutBoot()
    await ada.gets('**/api/investors?*', problem)
    const counted = ada.page.waitForResponse('**/api/investors/counts*')
    await ada.opens('/investors')
    await ada.sees('Investors could not be loaded')
    await showsNoCount(ada, counted)
  },
  async detail({ ada, bob, server }) {
    const [id = 0] = await onlyInvestors(server, {
      ...some,
      'Amos Reed': { ...some['Amos Reed'], creator: ada.member.http },
    })
    await comments(server, id, [
      { by: bob.member.http, content: 'Straight answers.', rating: 4 },
      { by: ada.member.http, content: 'Ask again in spring.', rating: 3, is_private: true },
    ])
    await ada.opens(`/investors?investor=${id}`)
    await ada.sees('Private')
  },
  async 'detail-long'({ ada, bob, server }) {
    const [, , id = 0] = await onlyInvestors(server, some)
    await comments(server, id, [{ by: bob.member.http, content: `${long.repeat(6)}\n\nSecond paragraph.`, rating: 2 }])
    await ada.opens(`/investors?investor=${id}`)
    await ada.sees('Comments & Ratings')
  },
  async 'detail-bare'({ ada, server }) {
    const [id] = await onlyInvestors(server, { 'Bare Bones': {} })
    await ada.opens(`/investors?investor=${id}`)
    await ada.sees('No comments yet')
  },
  async 'dialog-refused'({ ada, server }) {
    await onlyInvestors(server, some)
    await ada.opens('/investors')
    await ada.clicks('Add Investor')
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Add Investor', exact: true }).click()
    await ada.sees('Missing required fields')
  },
  async 'dialog-warning'({ ada, server }) {
    await onlyInvestors(server, some)
    await ada.opens('/investors')
    await ada.clicks('Add Investor')
    await ada.types('Name', 'Amos Reid')
    await ada.types('Firm', 'Quartz')
    await ada.sees('This investor may already be here')
  },
  async question({ ada, server }) {
    const [id] = await onlyInvestors(server, { 'Amos Reed': { creator: ada.member.http } })
    await ada.opens(`/investors?investor=${id}`)
    await ada.clicks('Delete')
    await expect(ada.page.getByRole('alertdialog')).toBeVisible()
  },
}

for (const [name, arrange] of Object.entries(states)) {
  test(`investors, ${name}: accessible by day and by night`, async ({ ada, bob, server }) => {
    await arrange({ ada, bob, server })
    await axe(ada.page)
    await lookAt(ada.page, `investors-${name}`)
  })
  test(`investors, ${name}: accessible and not too wide on a phone`, async ({ ada, bob, server }) => {
    await ada.page.setViewportSize({ width: 390, height: 844 })
    await arrange({ ada, bob, server })
    await axe(ada.page)
    expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
}
