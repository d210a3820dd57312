import type { Tx } from '../../database/connection/database.ts'
import { Problem } from '../../database/connection/problem.ts'
import { join, name, type Sql, sql } from '../../database/connection/sql.ts'

/**
 * Hiding moves a row and all rows that reference it out of the tables into hidden_rows. Showing restores them with their ids.
 * Needs the database owner's connection, in a transaction.
 */
export const kinds = ['post', 'comment', 'investor'] as const
export type Kind = (typeof kinds)[number]

type Part = {
  table: string
  where: Sql
  /** The account that owns the row. */
  owner: Sql
  /** Columns to reset before a row is restored, because triggers compute them again. */
  reset?: object
}

const userOf = (profile: Sql) => sql`(select p.user_id from profiles p where p.id = ${profile})`
const byProfile = userOf(sql`t.profile_id`)
const author = (anonymousAuthor: Sql) => userOf(sql`coalesce(t.user_id, (${anonymousAuthor}))`)
const topicAuthor = author(sql`select a.profile_id from anonymous_post_authors a where a.post_id = t.id`)
const replyAuthor = author(sql`select a.profile_id from anonymous_comment_authors a where a.comment_id = t.id`)
/** Restored with is_anonymous = false first: otherwise the trigger records the current user as the anonymous author. */
const notAnonymous = { is_anonymous: false }

/** Every table that references a hidden one, parents first. A test compares this with the foreign keys of the database. */
const parts: Record<Kind, (id: number) => Part[]> = {
  post: id => {
    const replies = sql`comment_id in (select id from comments where post_id = ${id})`
    return [
      {
        table: 'posts',
        where: sql`id = ${id}`,
        owner: topicAuthor,
        reset: { ...notAnonymous, comments_count: 0, likes_count: 0 },
      },
      { table: 'comments', where: sql`post_id = ${id}`, owner: replyAuthor, reset: notAnonymous },
      { table: 'topic_visits', where: sql`post_id = ${id}`, owner: byProfile },
      { table: 'topic_follows', where: sql`post_id = ${id}`, owner: byProfile },
      { table: 'post_likes', where: sql`post_id = ${id}`, owner: byProfile },
      { table: 'anonymous_post_authors', where: sql`post_id = ${id}`, owner: byProfile },
      { table: 'anonymous_comment_authors', where: replies, owner: byProfile },
    ]
  },
  comment: id => [
    { table: 'comments', where: sql`id = ${id}`, owner: replyAuthor, reset: notAnonymous },
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
    { table: 'investor_ties', where: sql`investor_id = ${id}`, owner: sql`t.user_id` },
  ],
}

/** The tables that hiding moves, the main table first. */
export const tablesOf = (kind: Kind) => parts[kind](0).map(part => part.table)

const titleOf: Record<Kind, Sql> = {
  post: sql`t.title`,
  comment: sql`left(t.content, 80)`,
  investor: sql`t.name || ', ' || t.firm`,
}

export async function hide(tx: Tx, kind: Kind, id: number): Promise<string> {
  const [main, ...dependent] = parts[kind](id) as [Part, ...Part[]]
  const content = await tx.maybe<{ title: string }>(sql`
    insert into hidden_content (kind, id, title) select ${kind}, ${id}, ${titleOf[kind]}
    from ${name(main.table)} t where ${main.where} for update returning title`)
  if (!content)
    throw new Problem(
      `There is no ${kind} ${id}.`,
      'Its number is the one in its address; what is hidden already is listed by `hidden`.',
    )
  // as_exported drops the search text: it contains the author's name, which deleting an account would not remove here. A trigger
  // computes it again when the row is restored.
  for (const { table, where, owner } of [main, ...dependent])
    await tx.run(sql`
      insert into hidden_rows (kind, id, table_name, row, user_id)
      select ${kind}, ${id}, ${table}, as_exported(to_jsonb(t)), ${owner} from ${name(table)} t where ${where}`)
  if (kind === 'investor') await keepLinks(tx, id)
  await tx.run(sql`delete from ${name(main.table)} where ${main.where}`)
  return content.title
}

/** Does not restore rows of members who deleted their account since. */
export async function show(tx: Tx, kind: Kind, id: number): Promise<string> {
  const content = await tx.maybe<{ title: string }>(
    sql`select title from hidden_content where kind = ${kind} and id = ${id} for update`,
  )
  if (!content) throw new Problem(`${kind} ${id} is not hidden.`, 'List what is hidden with `hidden`.')
  const [main, ...dependent] = parts[kind](id) as [Part, ...Part[]]
  const hidden = sql`hidden_rows h where kind = ${kind} and id = ${id}`
  const restoredCount = await restore(tx, main, hidden).catch(error => {
    if ((error as { code?: string }).code !== '23503') throw error
    throw new Problem(`The parent of ${kind} ${id} is deleted or hidden.`, 'Show that first.')
  })
  if (restoredCount) for (const part of dependent) await restore(tx, part, hidden)
  if (restoredCount && kind === 'post') await keepLikesOfAnonymous(tx, hidden)
  if (restoredCount && kind === 'investor') await restoreLinks(tx, id, hidden)
  await tx.run(sql`delete from hidden_content where kind = ${kind} and id = ${id}`)
  if (!restoredCount)
    throw new Problem(
      `${kind} ${id} was deleted with its author's account.`,
      'It cannot be shown any more, and is no longer listed.',
    )
  return content.title
}

/**
 * The count of an anonymous topic includes the likes of deleted accounts (count_likes in features/forum/triggers.sql). Recounting the
 * rows would lower it and reveal that those members liked the topic.
 */
const keepLikesOfAnonymous = (tx: Tx, hidden: Sql) =>
  tx.run(sql`
    update posts p set likes_count = back.likes_count
    from (select (h.row->>'id')::integer as id, (h.row->>'likes_count')::integer as likes_count
      from ${hidden} and table_name = 'posts' and (h.row->>'is_anonymous')::boolean) back
    where p.id = back.id`)

/** Requests for a hidden investor stay, without the link. */
const keepLinks = (tx: Tx, id: number) =>
  tx.run(sql`
    insert into hidden_rows (kind, id, table_name, row, user_id)
    select 'investor', ${id}, 'introduction_requests', jsonb_build_object('id', r.id, 'shown_person', r.shown_person), r.user_id
    from introduction_requests r where r.target_investor_id = ${id}`)

/** Not if the requester has named another target meanwhile. */
const restoreLinks = (tx: Tx, id: number, hidden: Sql) =>
  tx.run(sql`
    update introduction_requests r set target_investor_id = ${id}
    from (select h.row from ${hidden} and table_name = 'introduction_requests') back
    where r.id = (back.row->>'id')::integer and r.shown_person is not distinct from back.row->>'shown_person'
      and r.target_profile_id is null and r.target_investor_id is null`)

async function restore(tx: Tx, { table, reset = {} }: Part, hidden: Sql): Promise<number> {
  // Only the columns that the rows had when they were hidden: newer ones get their default.
  const columns = await tx.rows<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname in (select jsonb_object_keys(h.row) from ${hidden} and table_name = ${table})`)
  if (columns.length === 0) return 0
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
