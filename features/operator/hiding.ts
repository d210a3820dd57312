import type { Tx } from '../../database/connection/database.ts'
import { Problem } from '../../database/connection/problem.ts'
import { join, name, type Sql, sql } from '../../database/connection/sql.ts'

/**
 * Hiding takes a thing and all that hangs on it out of the tables and keeps it aside; showing puts it back under its own id.
 * Needs the owner's connection, in a transaction.
 */
export const kinds = ['post', 'comment', 'investor'] as const
export type Kind = (typeof kinds)[number]

type Part = {
  table: string
  where: Sql
  /** Whose the row is. */
  owner: Sql
  /** What the triggers write again as the rows come back. */
  reset?: object
}

const userOf = (profile: Sql) => sql`(select p.user_id from profiles p where p.id = ${profile})`
const byProfile = userOf(sql`t.profile_id`)
const author = (signed: Sql) => userOf(sql`coalesce(t.user_id, (${signed}))`)
const topicAuthor = author(sql`select a.profile_id from anonymous_post_authors a where a.post_id = t.id`)
const replyAuthor = author(sql`select a.profile_id from anonymous_comment_authors a where a.comment_id = t.id`)
/** Put back in nobody's name first: the trigger that notes an anonymous author would look for whoever is signed in. */
const unsigned = { is_anonymous: false }

/** A test holds this against the database: every table that follows a hidden one by reference is here. Parents first. */
const parts: Record<Kind, (id: number) => Part[]> = {
  post: id => {
    const replies = sql`comment_id in (select id from comments where post_id = ${id})`
    return [
      {
        table: 'posts',
        where: sql`id = ${id}`,
        owner: topicAuthor,
        reset: { ...unsigned, comments_count: 0, likes_count: 0 },
      },
      { table: 'comments', where: sql`post_id = ${id}`, owner: replyAuthor, reset: unsigned },
      { table: 'post_likes', where: sql`post_id = ${id}`, owner: byProfile },
      { table: 'anonymous_post_authors', where: sql`post_id = ${id}`, owner: byProfile },
      { table: 'anonymous_comment_authors', where: replies, owner: byProfile },
    ]
  },
  comment: id => [
    { table: 'comments', where: sql`id = ${id}`, owner: replyAuthor, reset: unsigned },
    { table: 'anonymous_comment_authors', where: sql`comment_id = ${id}`, owner: byProfile },
  ],
  investor: id => [
    {
      table: 'investors',
      where: sql`id = ${id}`,
      owner: sql`t.user_id`,
      reset: { rating_counts: [0, 0, 0, 0, 0], comments_count: 0 },
    },
    { table: 'investor_comments', where: sql`investor_id = ${id}`, owner: userOf(sql`t.user_id`) },
  ],
}

/** The tables that hiding knows, the thing's own first. */
export const tablesOf = (kind: Kind) => parts[kind](0).map(part => part.table)

const titleOf: Record<Kind, Sql> = {
  post: sql`t.title`,
  comment: sql`left(t.content, 80)`,
  investor: sql`t.name || ', ' || t.firm`,
}

export async function hide(tx: Tx, kind: Kind, id: number): Promise<string> {
  const [own, ...following] = parts[kind](id) as [Part, ...Part[]]
  const found = await tx.maybe<{ title: string }>(sql`
    insert into hidden_content (kind, id, title) select ${kind}, ${id}, ${titleOf[kind]}
    from ${name(own.table)} t where ${own.where} for update returning title`)
  if (!found)
    throw new Problem(
      `There is no ${kind} ${id}.`,
      'Its number is the one in its address; what is hidden already is listed by `hidden`.',
    )
  // Without its search text, which has the author's name in a place that leaving does not look at; it is made again when the row returns.
  for (const { table, where, owner } of [own, ...following])
    await tx.run(sql`
      insert into hidden_rows (kind, id, table_name, row, user_id)
      select ${kind}, ${id}, ${table}, as_exported(to_jsonb(t)), ${owner} from ${name(table)} t where ${where}`)
  await tx.run(sql`delete from ${name(own.table)} where ${own.where}`)
  return found.title
}

/** What members who have left meanwhile had written does not return; neither does a thing that was theirs. */
export async function show(tx: Tx, kind: Kind, id: number): Promise<string> {
  const content = await tx.maybe<{ title: string }>(
    sql`select title from hidden_content where kind = ${kind} and id = ${id} for update`,
  )
  if (!content) throw new Problem(`${kind} ${id} is not hidden.`, 'List what is hidden with `hidden`.')
  const [own, ...following] = parts[kind](id) as [Part, ...Part[]]
  const hidden = sql`hidden_rows h where kind = ${kind} and id = ${id}`
  const stands = await putBack(tx, own, hidden).catch(error => {
    if ((error as { code?: string }).code !== '23503') throw error
    throw new Problem(`What ${kind} ${id} belongs to is gone, or hidden itself.`, 'Show that first.')
  })
  if (stands) for (const part of following) await putBack(tx, part, hidden)
  if (stands && kind === 'post') await keepLikesOfAnonymous(tx, hidden)
  await tx.run(sql`delete from hidden_content where kind = ${kind} and id = ${id}`)
  if (!stands)
    throw new Problem(
      `${kind} ${id} went with the account of whoever wrote it.`,
      'It cannot be shown any more, and is no longer listed.',
    )
  return content.title
}

/**
 * The count of an anonymous topic includes the likes of members who have left, before it was hidden or since (count_likes in features/forum/triggers.sql). Counted
 * again from the rows it would fall by theirs, and tell that they had liked it.
 */
const keepLikesOfAnonymous = (tx: Tx, hidden: Sql) =>
  tx.run(sql`
    update posts p set likes_count = back.likes_count
    from (select (h.row->>'id')::integer as id, (h.row->>'likes_count')::integer as likes_count
      from ${hidden} and table_name = 'posts' and (h.row->>'is_anonymous')::boolean) back
    where p.id = back.id`)

async function putBack(tx: Tx, { table, reset = {} }: Part, hidden: Sql): Promise<number> {
  const columns = await tx.rows<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  const list = join(columns.map(column => name(column.name)))
  const count = await tx.run(sql`
    insert into ${name(table)} (${list}) overriding system value
    select ${list} from (select (jsonb_populate_record(null::${name(table)}, h.row || ${JSON.stringify(reset)}::jsonb)).*
      from ${hidden} and table_name = ${table} order by place) back`)
  if ('is_anonymous' in reset)
    await tx.run(sql`
      update ${name(table)} set is_anonymous = true
      where id in (select (h.row->>'id')::integer from ${hidden} and table_name = ${table} and (h.row->>'is_anonymous')::boolean)`)
  return count
}

export const listHidden = (tx: Tx) =>
  tx.rows<{ kind: Kind; id: number; title: string; hidden_at: Date }>(
    sql`select kind, id, title, hidden_at from hidden_content order by hidden_at desc`,
  )
