import type { Bench, Case } from '../bench.ts'

const columns = `r.id, r.user_id, p.full_name as user_name, p.id as profile_id, p.avatar_url, r.shown_title as request_title,
  r.context, r.shown_company as your_company, r.shown_person as target_person, r.urgency, r.status, r.created_at, r.updated_at,
  false as can_edit`
const list = (where: string, order = 'r.id desc') => `select ${columns} from introduction_requests r
  join profiles p on p.user_id = r.user_id where ${where} order by ${order} limit 50`

/** The very statement that finds: a search is more than a condition. */
const found = (limit = 50) => `select ${columns} from newest_introductions($1, null, null, ${limit + 1}) found(id)
  join introduction_requests r using (id) join profiles p on p.user_id = r.user_id order by r.id desc limit ${limit}`

const starts = `array['Bran','Car','Del','Fen','Gor','Hal','Kes','Lind','Mor','Nor','Os','Pel','Ros','Sten','Tor','Vel']`
const ends = `array['berg','dale','field','ford','gate','holm','land','ley','man','mere','ridge','sen','stone','ton','well','wick']`
/** One of a list, by chance, but the same chance every time. */
const any = (options: string, salt: string) => `(${options})[1 + abs(hashtext(i || ${salt})) % cardinality(${options})]`
const word = (salt: string) => `lower(${any(starts, salt)} || ${any(ends, `${salt} || 'x'`)})`

const EXAMPLE = 500 // has 50 comments

/** Requests of members none of whom asks: who asks about their own gets another answer. */
const bench: Bench = {
  slice: 'introductions',
  sizes: [1000, 100_000],
  async seed(owner, size) {
    await owner.query(`with made as (insert into users (email, username) select 'r' || i || '@bench.test', 'Requester ' || i
        from generate_series(1, 500) i returning id, username)
      insert into profiles (user_id, full_name) select id, username from made`)
    await owner.query(`
      insert into introduction_requests (user_id, request_title, context, your_company, target_person, urgency, status, created_at)
      select (select user_id from profiles where full_name = 'Requester ' || 1 + i % 500),
        'Introduction to ' || ${any(starts, `'a'`)} || ${any(ends, `'b'`)} || ' ' || left(md5(i::text), 8)
          || case when i % 100 = 0 then ' logistics' else '' end || case when i % 20 = 0 then ' payroll' else '' end,
        (select string_agg(${word(`'-' || k`)}, ' ') from generate_series(1, 40) k),
        ${any(starts, `'c'`)} || ${any(ends, `'d'`)} || ' Labs', ${any(starts, `'e'`)} || ' ' || ${any(ends, `'f'`)},
        (array['low', 'medium', 'high'])[1 + i % 3],
        (array['pending', 'in_progress', 'approved', 'declined', 'completed'])[1 + i % 5], now() - (${size} - i) * interval '1 minute'
      from generate_series(1, ${size}) i`)
    await owner.query(`
      insert into introduction_comments (request_id, user_id, comment_text)
      select ${EXAMPLE}, (select user_id from profiles where full_name = 'Requester ' || i),
        'I worked with them for two years and would be glad to write a few lines. ' || i from generate_series(1, 50) i`)
  },
  async cases(owner) {
    const { rows } = await owner.query<{ title: string }>(
      `select shown_title as title from introduction_requests where id between 200 and 300 order by id`,
    )
    const titleOf = (n: number) => rows[n % rows.length]?.title ?? ''
    const search = (q: string, limit = 50) =>
      `/api/direct-introduction-requests?limit=${limit}&q=${encodeURIComponent(q)}`
    const cases: Case[] = [
      {
        name: 'list',
        path: () => '/api/direct-introduction-requests?limit=50',
        limit: { sql: list('true'), values: () => [] },
      },
      {
        name: 'list by status',
        path: () => '/api/direct-introduction-requests?limit=50&status=approved',
        limit: { sql: list(`r.status = 'approved'`), values: () => [] },
      },
      {
        name: 'list by company',
        path: () => '/api/direct-introduction-requests?limit=50&sort=company',
        limit: { sql: list('true', 'r.shown_company collate names, r.id'), values: () => [] },
      },
      {
        name: 'search for a title',
        path: n => search(titleOf(n)),
        limit: { sql: found(), values: n => [titleOf(n)] },
      },
      {
        // Ten, because a thousand requests have no more.
        name: 'search, 1 in 100, ten',
        path: () => search('logistics', 10),
        limit: { sql: found(10), values: () => ['logistics'] },
      },
      {
        name: 'search, 1 in 20',
        path: () => search('payroll'),
        limit: { sql: found(), values: () => ['payroll'] },
      },
      {
        name: 'search, all',
        path: () => search('introduction'),
        limit: { sql: found(), values: () => ['introduction'] },
      },
      {
        name: 'detail',
        path: () => `/api/introduction-requests/${EXAMPLE}`,
        limit: { sql: list('r.id = $1'), values: () => [EXAMPLE], isOneRow: true },
      },
      {
        name: 'its 50 comments',
        path: () => `/api/introduction-comments/${EXAMPLE}?limit=50`,
        limit: {
          sql: `select c.id, c.request_id, c.user_id, p.full_name as user_name, p.id as profile_id, p.avatar_url, c.comment_text,
              c.created_at, false as can_delete
            from introduction_comments c join profiles p on p.user_id = c.user_id where c.request_id = $1
            order by c.id desc limit 50`,
          values: () => [EXAMPLE],
        },
      },
    ]
    return cases.map(one => ({ ...one, goal: 0.7, growth: 1.5 }))
  },
}
export default bench
