import { newClient } from '../database/connection/client.ts'
import { attachEmbedded } from '../database/embedded/embedded.ts'
import type { Ledger } from './writers.ts'

export type Differences = {
  /** Acknowledged writes that are missing. */
  lost: string[]
  /** Texts that exist more than once. */
  doubled: string[]
  /** Counters that differ from the rows they count. */
  miscounted: string[]
}

/** Compares what was acknowledged, and the counters, with the rows of the embedded database. */
export const compare = (dataDir: string, ledger: Ledger): Promise<Differences> =>
  asOwner(dataDir, query => compareWith(query, ledger))

/** What is lost is taken out of the ledger, so that it is reported once. */
export async function compareWith(query: Query, { texts, likes }: Ledger): Promise<Differences> {
  const rows = new Map((await query(TEXTS)).map(({ name, count }) => [name, count]))
  const liked = new Set((await query(LIKES)).map(({ name }) => name))
  const lost: string[] = []
  for (const [text, state] of texts) {
    if (rows.has(text) === (state === 'written')) continue
    lost.push(`${state} ${text}`)
    texts.delete(text)
  }
  for (const [like, state] of likes) {
    if (liked.has(like) === (state === 'liked')) continue
    lost.push(`${state} ${like}`)
    likes.delete(like)
  }
  const doubled = [...rows].filter(([, count]) => count > 1).map(([text]) => text)
  return { lost, doubled, miscounted: (await query(MISCOUNTED)).map(({ name }) => name) }
}

const TEXTS = `
  select name, count(*)::integer as count from (
    select title as name from posts
    union all select content from comments
    union all select content from investor_comments
    union all select comment_text from introduction_comments) written
  group by name`

const LIKES = `select profile_id || ' ' || post_id as name, 1 as count from post_likes`

const MISCOUNTED = `
  select 'replies of topic ' || id as name, 1 as count from posts p
    where comments_count <> (select count(*) from comments where post_id = p.id)
  union all select 'likes of topic ' || id, 1 from posts p
    where likes_count <> (select count(*) from post_likes where post_id = p.id)
  union all select 'comments on investor ' || id, 1 from investors i
    where comments_count <> (select count(*) from investor_comments where investor_id = i.id and not is_private)
  union all select star || ' stars of investor ' || id, 1 from investors i, generate_series(1, 5) star
    where rating_counts[star] <>
      (select count(*) from investor_comments where investor_id = i.id and not is_private and rating = star)
  union all select 'comments on request ' || id, 1 from introduction_requests r
    where comments_count <> (select count(*) from introduction_comments where request_id = r.id)`

type Query = (text: string) => Promise<{ name: string; count: number }[]>

/** Runs statements as the owner of the running embedded database, or as its superuser. */
export async function asOwner<T>(dataDir: string, work: (query: Query) => Promise<T>, role?: 'postgres'): Promise<T> {
  const urls = await attachEmbedded(dataDir)
  if (!urls) throw new Error('There is no PostgreSQL to ask.')
  return withQueries(role ? urls.superuserUrl : urls.ownerUrl, work)
}

export async function withQueries<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = newClient({ connectionString: url })
  await client.connect()
  try {
    return await work(async text => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}
