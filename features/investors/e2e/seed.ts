import { sql } from '../../../database/connection/sql.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

type Investor = Partial<{
  title: string
  firm: string
  email: string
  website: string
  linkedin: string
  twitter: string
  focus: string[]
  stage: string[]
  check_size: string
  description: string
  notes: string
  creator: Member
  created_at: string
  updated_at: string
  ratings: number[]
}>

/** Replaces all investors with these, in this order. */
export async function onlyInvestors({ owner }: TestServer, investors: Record<string, Investor>): Promise<number[]> {
  await owner.run(sql`delete from investors`)
  const ids: number[] = []
  for (const [name, investor] of Object.entries(investors)) {
    const added = investor.created_at ?? '2026-03-08T18:00:00Z'
    const { id } = await owner.one<{ id: number }>(sql`
      insert into investors (name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes,
        user_id, created_at, updated_at)
      values (${name}, ${investor.title ?? ''}, ${investor.firm ?? 'Firm'}, ${investor.email ?? ''}, ${investor.website ?? ''}, ${investor.linkedin ?? ''},
        ${investor.twitter ?? ''}, ${investor.focus ?? []}, ${investor.stage ?? []}, ${investor.check_size ?? ''}, ${investor.description ?? ''},
        ${investor.notes ?? ''}, ${investor.creator?.user_id ?? null}, ${added}, ${investor.updated_at ?? added}) returning id`)
    // By members who have left.
    await owner.run(sql`
      insert into investor_comments (investor_id, content, rating) select ${id}, 'Rated.', unnest(${investor.ratings ?? []}::integer[])`)
    ids.push(id)
  }
  return ids
}

/** Adds comments to an investor, oldest first, a minute apart. */
export async function comments(
  { owner }: TestServer,
  investor: number,
  rows: { by: Member; content: string; rating?: number; is_private?: boolean }[],
): Promise<void> {
  for (const [minute, row] of rows.entries())
    await owner.run(sql`
      insert into investor_comments (investor_id, user_id, content, rating, is_private, created_at)
      values (${investor}, ${row.by.profile_id}, ${row.content}, ${row.rating ?? null}, ${row.is_private ?? false},
        timestamptz '2026-04-01T12:00Z' + ${minute} * interval '1 minute')`)
}
