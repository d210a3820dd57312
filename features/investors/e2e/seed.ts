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

/** The database with only these investors in it, in the order given. */
export async function onlyInvestors({ owner }: TestServer, investors: Record<string, Investor>): Promise<number[]> {
  await owner.run(sql`delete from investors`)
  const ids: number[] = []
  for (const [name, one] of Object.entries(investors)) {
    const added = one.created_at ?? '2026-03-08T18:00:00Z'
    const counts = [1, 2, 3, 4, 5].map(star => (one.ratings ?? []).filter(rating => rating === star).length)
    const { id } = await owner.one<{ id: number }>(sql`
      insert into investors (name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes,
        user_id, rating_counts, created_at, updated_at)
      values (${name}, ${one.title ?? ''}, ${one.firm ?? 'Firm'}, ${one.email ?? ''}, ${one.website ?? ''}, ${one.linkedin ?? ''},
        ${one.twitter ?? ''}, ${one.focus ?? []}, ${one.stage ?? []}, ${one.check_size ?? ''}, ${one.description ?? ''},
        ${one.notes ?? ''}, ${one.creator?.user_id ?? null}, ${counts}, ${added}, ${one.updated_at ?? added}) returning id`)
    ids.push(id)
  }
  return ids
}

/** Comments on one investor, oldest first, a minute apart. */
export async function comments(
  { owner }: TestServer,
  investor: number,
  said: { by: Member; content: string; rating?: number; is_private?: boolean }[],
): Promise<void> {
  for (const [minute, one] of said.entries())
    await owner.run(sql`
      insert into investor_comments (investor_id, user_id, content, rating, is_private, created_at)
      values (${investor}, ${one.by.profile_id}, ${one.content}, ${one.rating ?? null}, ${one.is_private ?? false},
        timestamptz '2026-04-01T12:00Z' + ${minute} * interval '1 minute')`)
}
