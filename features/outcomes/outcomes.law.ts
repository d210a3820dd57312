import { sql } from '../../database/connection/sql.ts'
import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'
import { saveThanks } from './contract.ts'
import { introduced } from './story.ts'

/** An agreed introduction, in which the owner is the requester. rules.test.ts has the introducer and the target. */
async function ofOwner({ server, owner }: TestMembers) {
  const introducer = await server.member('Introducer')
  return { introducer, ...(await introduced(owner, introducer)) }
}

export const routes: RouteLaw[] = [
  {
    route: 'GET /api/introduction-requests/:id/outcome',
    ...members(200),
    make: async people => ({ path: `/api/introduction-requests/${(await ofOwner(people)).request}/outcome` }),
  },
  {
    route: 'POST /api/offers/:id/outcome',
    ...members(200, 404),
    async make(people) {
      const { id } = await ofOwner(people)
      await people.server.owner.run(
        sql`insert into introduction_outcomes (offer_id, user_id) values (${id}, ${people.owner.user_id})`,
      )
      return { path: `/api/offers/${id}/outcome`, body: { answer: 'met' } }
    },
  },
  {
    route: 'PUT /api/offers/:id/thanks',
    ...members(200, 404),
    make: async people => ({
      path: `/api/offers/${(await ofOwner(people)).id}/thanks`,
      body: { text: 'Thank you.', is_public: false },
    }),
  },
  {
    // Others see that there is a public thanks.
    route: 'DELETE /api/offers/:id/thanks',
    ...members(204, 403),
    async make(people) {
      const { id } = await ofOwner(people)
      await people.owner.does(saveThanks, { id, text: 'Thank you.', is_public: true })
      return { path: `/api/offers/${id}/thanks` }
    },
  },
  { route: 'GET /api/my-introductions', ...members(200) },
  { route: 'PUT /api/my-introductions/visibility', ...members(200), make: async () => visible },
  {
    route: 'GET /api/members/:id/introductions',
    ...members(200),
    make: async ({ owner }) => ({ path: `/api/members/${owner.profile_id}/introductions` }),
  },
]
const visible = { path: '/api/my-introductions/visibility', body: { is_shown: true } }

/** Questions, answers and what counts are written by functions with their own rules (triggers.sql). */
export const tables: TableLaw = {
  counted_introductions: { server: '-', member: '-', visitor: '-' },
  introduction_outcomes: { server: '-', member: 's', visitor: '-' },
  introduction_thanks: { server: '-', member: 'siud', visitor: '-' },
  outcome_settings: { server: '-', member: 'siu', visitor: '-' },
}
