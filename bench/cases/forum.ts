import type pg from 'pg'
import type { Bench, Case } from '../bench.ts'

const author = `json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url) as author`
const topic = `t.id, t.title, t.content, t.tags, category_of(t) as category, t.user_id, ${author}, t.is_anonymous, t.is_pinned,
  t.updated_at > t.created_at as is_edited, t.comments_count, t.likes_count, false as is_liked, t.created_at, t.updated_at,
  false as can_edit, false as can_pin`
const topics = (from: string) =>
  `select ${topic} from ${from} join profiles p on p.id = t.user_id order by t.id desc limit 20`
const found = (terms: string) =>
  topics(`newest_topics(${terms}, (select max(id) + 1 from posts), 21) page(id) join posts t using (id)`)

const starts = `array['bran','car','del','fen','gor','hal','kes','lind','mor','nor','os','pel','ros','sten','tor','vel']`
const ends = `array['berg','dale','field','ford','gate','holm','land','ley','man','mere','ridge','sen','stone','ton','well','wick']`
/** One of a list, by chance, but the same chance every time. */
const any = (options: string, salt: string) => `(${options})[1 + abs(hashtext(i || ${salt})) % 16]`

/** Words that every so many topics have, from the most common to the rarest. */
const every = { founders: 2, runway: 50, payroll: 200, pilsen: 2000, zeppelin: 200_000 }

const EXAMPLE = 500 // has 20 replies

/** The topics' triggers would take an hour; what they would have filed them under is made here. */
async function writeTopics(owner: pg.Client, size: number): Promise<void> {
  await owner.query(`alter table posts disable trigger user; drop index posts_search, posts_search_by_era;
    set maintenance_work_mem = '1GB'`)
  await owner.query(`
    insert into posts (user_id, title, content, tags, created_at, updated_at, search)
    select author, initcap(array_to_string(words[1:5], ' ')), array_to_string(words[6:], ' '), array[category], at, at,
      array_to_tsvector(words || array['writer', author::text, lower(category), upper(category)])
    from (
      select 65 + i % 500 as author, now() - (${size} - i) * interval '1 minute' as at,
        (array['General', 'Fundraising', 'Product', 'Marketing', 'Tech', 'Hiring', 'Growth'])[1 + i % 7] as category,
        array['number', i::text] || (select array_agg(${any(starts, `'s' || k`)} || ${any(ends, `'e' || k`)})
          from generate_series(1, 40) k)
          ${Object.entries(every)
            .map(([word, n]) => `|| case when i % ${n} = 1 then array['${word}'] end`)
            .join(' ')} as words
      from generate_series(1, ${size}) i) made order by at`)
  await owner.query(`
    create index posts_search on posts using gin (search) with (fastupdate = off);
    create index posts_search_by_era on posts using gin (in_era(id, search)) with (fastupdate = off);
    alter table posts enable trigger user`)
}

const bench: Bench = {
  slice: 'forum',
  sizes: [1000, 1_000_000],
  async seed(owner, size) {
    await owner.query(`with made as (insert into users (email, username) select 'w' || i || '@bench.test', 'Writer ' || i
        from generate_series(65, 564) i returning id, username)
      insert into profiles (user_id, full_name) select id, username from made`)
    await writeTopics(owner, size)
    await owner.query(`insert into comments (post_id, user_id, content)
      select ${EXAMPLE}, 65 + i, 'What we did in the same place, and what it cost us in the end. ' || i from generate_series(1, 20) i`)
  },
  async cases(_, size) {
    const search = (q: string) => `/api/posts?limit=20&q=${q}`
    const reads: Case[] = [
      {
        name: 'topic list',
        path: () => '/api/posts?limit=20',
        limit: { sql: topics('posts t'), values: () => [] },
      },
      {
        name: 'topic list, one category',
        path: () => '/api/posts?limit=20&category=Tech',
        limit: { sql: found(`search_terms('', 'Tech', false)`), values: () => [] },
      },
      ...Object.entries(every).map(([word, n]) => ({
        name: `search, 1 in ${n.toLocaleString('en')}`,
        path: () => search(word),
        limit: { sql: found('search_terms($1, null, false)'), values: () => [word] },
      })),
      {
        name: 'one topic',
        path: () => `/api/posts/${EXAMPLE}`,
        limit: { sql: topics(`(select * from posts where id = $1) t`), values: () => [EXAMPLE], isOneRow: true },
      },
      {
        name: 'its 20 replies',
        path: () => `/api/posts/${EXAMPLE}/comments?limit=20`,
        limit: {
          sql: `select c.id, c.post_id, c.parent_comment_id, c.content, c.user_id, ${author}, c.is_anonymous,
              c.updated_at > c.created_at as is_edited, c.likes_count, c.created_at, c.updated_at, false as can_edit
            from comments c join profiles p on p.id = c.user_id where c.post_id = $1 order by c.id limit 20`,
          values: () => [EXAMPLE],
        },
      },
    ]
    const other = (n: number) => 501 + (n % (size - 501))
    const writes: Case[] = [
      {
        name: 'post a reply',
        method: 'POST',
        path: n => `/api/posts/${other(n)}/comments`,
        body: n => ({ content: `Reply number ${n}, with a few more words to it.` }),
        limit: {
          sql: `insert into comments (post_id, user_id, content) values ($1, 65, $2) returning *`,
          values: n => [other(n), `Reply number ${n}, with a few more words to it.`],
        },
      },
      {
        // The same two inserts: the reply, and the note of what was answered to this key.
        name: 'post a reply, by its key',
        method: 'POST',
        hasKey: true,
        path: n => `/api/posts/${other(n)}/comments`,
        body: n => ({ content: `Reply number ${n}, with a few more words to it.` }),
        limit: {
          sql: `with noted as (insert into idempotency_keys (user_id, key, request_hash, status, reply)
              values ((select user_id from profiles where id = 65), $3::text, sha256(convert_to($3::text, 'UTF8')), 201, repeat($2::text, 8)))
            insert into comments (post_id, user_id, content) values ($1, 65, $2) returning *`,
          values: n => [other(n), `Reply number ${n}, with a few more words to it.`, `limit-${n}`],
        },
      },
      {
        name: 'like',
        method: 'PUT',
        path: n => `/api/posts/${other(n)}/like`,
        limit: {
          sql: `insert into post_likes (post_id, profile_id) values ($1, $2) on conflict do nothing`,
          values: n => [other(n), 65 + (n % 500)],
        },
      },
    ]
    return [...reads.map(one => ({ ...one, goal: 0.7, growth: 1.5 })), ...writes.map(one => ({ ...one, goal: 0.5 }))]
  },
}
export default bench
