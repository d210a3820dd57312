import type { Case, Slice } from '../case.ts'
import { ASKERS, any, rare, text, word, writer, writerAccount } from '../words.ts'

const columns = `id, name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes, user_id,
  avg_rating, rating_count, rating_counts, comments_count, created_at, updated_at, false as is_creator, version`
const list = (name: string, query: string, where: string, values?: Case['values']): Case => ({
  name,
  kind: 'list',
  path: () => `/api/investors?limit=24${query}`,
  sql: `select ${columns} from investors where ${where} order by name, id limit 24`,
  values,
})
const stages = `array['Pre-seed','Seed','Series A','Series B','Series C+','Growth']`
const areas = `array['SaaS','Fintech','Healthcare','E-commerce','Consumer','Enterprise','AI/ML','Climate']`

const EXAMPLE = 500 // has 50 comments
const others = (n: number) => 501 + (n % 490)
const comment = (n: number) => `How the meeting number ${n} went, and how long the answer took.`

export default {
  async seed(owner, size) {
    await owner.query(`
      insert into investors (name, firm, title, description, focus, stage, check_size, user_id, created_at)
      select ${word(`'n'`)} || ' ' || i || ${rare}, ${word(`'f'`)} || ' Ventures', 'Partner', ${text},
        array[${any(areas, `'a'`)}], array[${any(stages, `'s'`)}], 'Varies', ${writerAccount}, now() - i * interval '1 minute'
      from generate_series(1, ${size}) i`)
    await owner.query(`insert into investor_comments (investor_id, user_id, content, rating)
      select ${EXAMPLE}, ${writer}, 'How the meeting went, what they asked for, and how long the answer took. ' || i, 1 + i % 5
      from generate_series(1, 50) i`)
  },
  cases: [
    list('list', '', 'true'),
    list('two filters', '&stage=Seed&focus=Fintech', `stage && $1 and focus && $2`, () => [
      ['Seed', 'All stages'],
      ['Fintech'],
    ]),
    list('search, 10 found', '&q=zeppelin', `search_text like '%' || $1 || '%'`, () => ['zeppelin']),
    {
      name: 'one investor',
      kind: 'detail',
      path: () => `/api/investors/${EXAMPLE}`,
      sql: `select ${columns} from investors where id = $1`,
      values: () => [EXAMPLE],
    },
    {
      name: '50 comments',
      kind: 'list',
      path: () => `/api/investors/${EXAMPLE}/comments?limit=50`,
      sql: `select c.id, c.investor_id, c.user_id, c.content, c.rating, c.is_private, c.created_at,
          json_build_object('full_name', p.full_name, 'avatar_url', p.avatar_url) as user, false as can_edit
        from investor_comments c join profiles p on p.id = c.user_id where c.investor_id = $1
        order by c.created_at desc, c.id desc limit 50`,
      values: () => [EXAMPLE],
    },
    {
      name: 'comment and rate',
      kind: 'write',
      path: n => `/api/investors/${others(n)}/comments`,
      body: n => ({ content: comment(n), rating: 4 }),
      sql: `insert into investor_comments (investor_id, user_id, content, rating) values ($1, $2, $3, 4) returning *`,
      values: n => [others(n), 1 + (n % ASKERS), comment(n)],
    },
  ],
} satisfies Slice
