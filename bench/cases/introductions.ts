import type { Case, Slice } from '../case.ts'
import { ASKERS, rare, text, word, writerAccount } from '../words.ts'

const columns = `r.id, r.user_id, p.full_name as user_name, p.id as profile_id, p.avatar_url, r.shown_title as request_title,
  r.context, r.shown_company as your_company, r.shown_person as target_person, r.target_profile_id,
  r.target_investor_id, r.urgency, r.status, r.comments_count, r.quiet_since, r.created_at, r.updated_at,
  false as can_edit`
const requests = (where: string) =>
  `select ${columns} from introduction_requests r join profiles p on p.user_id = r.user_id where ${where} order by r.id desc limit 50`
const list = (name: string, query: string, where: string, values?: Case['values']): Case => ({
  name,
  kind: 'list',
  path: () => `/api/direct-introduction-requests?limit=50${query}`,
  sql: requests(where),
  values,
})

const EXAMPLE = 500 // has 50 comments
const others = (n: number) => 501 + (n % 490)
const comment = (n: number) => `I worked with them for ${n} days and would be glad to write a few lines.`

export default {
  async seed(owner, size) {
    await owner.query(`
      insert into introduction_requests (user_id, request_title, context, your_company, target_person, urgency, status, created_at)
      select ${writerAccount}, 'Introduction to ' || ${word(`'t'`)} || ${rare}, ${text}, ${word(`'c'`)} || ' Labs', ${word(`'p'`)},
        (array['low', 'medium', 'high'])[1 + i % 3], (array['pending', 'in_progress', 'approved', 'declined', 'completed'])[1 + i % 5],
        now() - (${size} - i) * interval '1 minute'
      from generate_series(1, ${size}) i`)
    await owner.query(`insert into introduction_comments (request_id, user_id, comment_text)
      select ${EXAMPLE}, ${writerAccount}, 'I worked with them for two years and would be glad to write a few lines. ' || i
      from generate_series(1, 50) i`)
  },
  cases: [
    list('requests', '', 'true'),
    list('one status', '&status=approved', 'r.status = $1', () => ['approved']),
    list('search, 10 found', '&q=zeppelin', `r.search_text like '%' || $1 || '%'`, () => ['zeppelin']),
    {
      name: 'one request',
      kind: 'detail',
      path: () => `/api/introduction-requests/${EXAMPLE}`,
      sql: requests('r.id = $1'),
      values: () => [EXAMPLE],
    },
    {
      name: '50 comments',
      kind: 'list',
      path: () => `/api/introduction-comments/${EXAMPLE}?limit=50`,
      sql: `select c.id, c.request_id, c.user_id, p.full_name as user_name, p.id as profile_id, p.avatar_url, c.comment_text,
          c.created_at, false as can_delete
        from introduction_comments c join profiles p on p.user_id = c.user_id where c.request_id = $1 order by c.id desc limit 50`,
      values: () => [EXAMPLE],
    },
    {
      name: 'comment',
      kind: 'write',
      path: n => `/api/introduction-requests/${others(n)}/comments`,
      body: n => ({ comment_text: comment(n) }),
      sql: `insert into introduction_comments (request_id, user_id, comment_text)
        values ($1, (select user_id from profiles where id = $2), $3) returning *`,
      values: n => [others(n), 1 + (n % ASKERS), comment(n)],
    },
  ],
} satisfies Slice
