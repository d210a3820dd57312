import type { Case, Slice } from '../case.ts'
import { ASKERS, rare, text, word, writer } from '../words.ts'

const author = `json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url) as author`
const topic = `t.id, t.title, t.content, t.tags, category_of(t) as category, t.user_id, ${author}, t.is_anonymous, t.is_pinned,
  t.updated_at > t.created_at as is_edited, t.comments_count, t.likes_count, false as is_liked, t.created_at, t.updated_at, t.version,
  false as can_edit, false as can_pin, false as is_mine, t.active_at, null as unseen, '[]'::json as mentions`
const topics = (where: string) =>
  `select ${topic} from posts t join profiles p on p.id = t.user_id where ${where} order by t.id desc limit 20`
const found = `to_tsquery('simple', $1 || ':*')`
const list = (name: string, query: string, where: string, values?: Case['values']): Case => ({
  name,
  kind: 'list',
  path: () => `/api/posts?limit=20${query}`,
  sql: topics(where),
  values,
})
const search = (name: string, q: string) =>
  list(
    name,
    `&q=${q}`,
    `(t.words @@ ${found} or t.id in (select post_id from comments where words @@ ${found}))`,
    () => [q],
  )

const EXAMPLE = 500 // has 20 replies
const others = (n: number) => 501 + (n % 490)
const reply = (n: number) => `Reply number ${n}, with a few more words to it.`

export default {
  async seed(owner, size) {
    await owner.query(`
      insert into posts (user_id, title, content, tags, created_at, updated_at)
      select ${writer}, ${word(`'t'`)} || ' number ' || i, ${text} || ${rare} || case when i % 50 = 1 then ' runway' else '' end,
        array[(array['General', 'Fundraising', 'Product', 'Marketing', 'Tech', 'Hiring', 'Growth'])[1 + i % 7]], at, at
      from generate_series(1, ${size}) i, lateral (select now() - (${size} - i) * interval '1 minute' as at) time`)
    await owner.query(`insert into comments (post_id, user_id, content)
      select ${EXAMPLE}, ${writer}, 'What we did in the same place, and what it cost us. ' || i from generate_series(1, 20) i`)
  },
  cases: [
    list('topics', '', 'true'),
    list('one category', '&category=Tech', 'category_of(t) = $1', () => ['Tech']),
    search('search, 1 in 50', 'runway'),
    search('search, 10 found', 'zeppelin'),
    {
      name: 'one topic',
      kind: 'detail',
      path: () => `/api/posts/${EXAMPLE}`,
      sql: topics('t.id = $1'),
      values: () => [EXAMPLE],
    },
    {
      name: '20 replies',
      kind: 'list',
      path: () => `/api/posts/${EXAMPLE}/comments?limit=20`,
      sql: `select c.id, c.post_id, c.parent_comment_id, c.content, c.user_id, ${author}, c.is_anonymous,
          c.updated_at > c.created_at as is_edited, c.likes_count, c.created_at, c.updated_at, c.version, false as can_edit, false as is_mine
        from comments c join profiles p on p.id = c.user_id where c.post_id = $1 order by c.id limit 20`,
      values: () => [EXAMPLE],
    },
    {
      name: 'reply',
      kind: 'write',
      path: n => `/api/posts/${others(n)}/comments`,
      body: n => ({ content: reply(n) }),
      sql: `insert into comments (post_id, user_id, content) values ($1, $2, $3)
        returning id, post_id, user_id, content, is_anonymous, likes_count, created_at, updated_at, version`,
      values: n => [others(n), 1 + (n % ASKERS), reply(n)],
    },
    {
      name: 'like',
      kind: 'write',
      method: 'PUT',
      path: n => `/api/posts/${others(n)}/like`,
      sql: `insert into post_likes (post_id, profile_id) values ($1, $2) on conflict do nothing returning post_id, profile_id, created_at`,
      values: n => [others(n), 1 + (n % ASKERS)],
    },
  ],
} satisfies Slice
