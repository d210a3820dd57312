import { sql } from '../../database/connection/sql.ts'
import { hashOf } from '../../server/session/session.ts'
import { anyone, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'

/** A link of the owner in a mail. Whoever has it may use it, once. */
async function withLink({ server, owner }: TestMembers) {
  const { id } = await owner.does(createIntroductionRequest, {
    request_title: 'Meet a freight broker',
    context: 'We want to learn how drayage is booked.',
    your_company: 'Lakeline Freight',
  })
  const token = `law-${id}`
  await server.owner.run(sql`update introduction_requests set quiet_since = now() where id = ${id}`)
  await server.owner.run(sql`
    insert into signed_links (token_hash, purpose, user_id, subject, expires_at)
    select ${hashOf(token)}, 'answer:still_looking', user_id, question_of(id, quiet_since), now() + interval '1 day'
    from introduction_requests where id = ${id}`)
  return { path: '/api/answers', body: { token, answer: 'yes' } }
}

export const routes: RouteLaw[] = [
  {
    route: 'POST /api/answers/check',
    ...anyone(200),
    make: async () => ({ path: '/api/answers/check', body: { token: 'unknown' } }),
  },
  // A new second factor has ended the link.
  { route: 'POST /api/answers', ...anyone(200), needs_second_factor: 400, make: withLink },
]

export const tables: TableLaw = {}
