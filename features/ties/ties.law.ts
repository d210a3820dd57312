import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { setTie } from './contract.ts'

/** An investor to whom the owner has a quiet tie. */
const onInvestor =
  (rest: string, body?: unknown) =>
  async ({ owner }: TestMembers) => {
    const { id } = await owner.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
    await owner.does(setTie, { id, kind: 'met' })
    return { path: `/api/investors/${id}${rest}`, body }
  }

/** A request of the owner to an investor. */
const onRequest =
  (rest: string, body?: unknown) =>
  async ({ owner }: TestMembers) => {
    const investor = await owner.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
    const { id } = await owner.does(createIntroductionRequest, {
      request_title: 'Meet a seed investor',
      context: 'We raise our first round.',
      your_company: 'Lakeline',
      target_investor_id: investor.id,
    })
    return { path: `/api/introduction-requests/${id}${rest}`, body }
  }

export const routes: RouteLaw[] = [
  { route: 'GET /api/investors/:id/ties', ...members(200), make: onInvestor('/ties') },
  // Everybody writes their own tie.
  { route: 'PUT /api/investors/:id/tie', ...members(200), make: onInvestor('/tie', { kind: 'well' }) },
  { route: 'DELETE /api/investors/:id/tie', ...members(200), make: onInvestor('/tie') },
  { route: 'GET /api/introduction-requests/:id/ask', ...members(200, 404), make: onRequest('/ask') },
  { route: 'POST /api/introduction-requests/:id/ask', ...members(201, 403), make: onRequest('/ask', {}) },
]

export const tables: TableLaw = {
  investor_ties: { server: '-', member: 'siud', visitor: '-' },
  nightly_ties: { server: '-', member: '-', visitor: '-' },
  tie_asks: { server: '-', member: 'si', visitor: '-' },
}
