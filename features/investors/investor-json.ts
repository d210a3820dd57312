import { sql } from '../../database/sql.ts'

/** What a statement on investors selects or returns for its reply. */
export const investorColumns = sql`investors.*, is_creator(investors) as is_creator`

/** The reply's shape, over those columns. Apart from them, so that it is built only for the rows that a limit leaves. */
export const investorJson = sql`json_build_object('id', id, 'name', name, 'title', title, 'firm', firm, 'email', email,
  'website', website, 'linkedin', linkedin, 'twitter', twitter, 'focus', focus, 'stage', stage, 'check_size', check_size,
  'description', description, 'notes', notes, 'user_id', user_id, 'avg_rating', avg_rating, 'rating_count', rating_count,
  'rating_counts', rating_counts, 'comments_count', comments_count, 'created_at', created_at, 'updated_at', updated_at,
  'is_creator', is_creator)`
