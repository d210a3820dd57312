import type { Bench } from '../bench.ts'
import { card } from './members.ts'

/** The least a member's request costs: the session's look-up, the rules, and twenty rows of the directory. */
const bench: Bench = {
  slice: 'session',
  sizes: [1000],
  seed: async (owner, size) => {
    await owner.query(`with made as (insert into users (email, username) select 'm' || i || '@bench.test', 'Member ' || i
        from generate_series(1, ${size}) i returning id, username)
      insert into profiles (user_id, full_name, company_name, company_description, industry, stage, needs)
        select id, username, 'Company of ' || username, repeat('What we build and why it matters. ', 4), 'SaaS', 'Seed', '{Hiring,Funding}' from made`)
  },
  cases: [
    {
      name: 'session + 20-row list',
      path: () => '/api/members?limit=20',
      limit: {
        sql: `select ${card} from profiles where full_name <> '' order by full_name, id limit 20`,
        values: () => [],
      },
      goal: 0.7,
    },
  ],
}
export default bench
