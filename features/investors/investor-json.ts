import { sql } from '../../database/connection/sql.ts'

/** An investor as contract JSON. Each rating whose writer has left counts as one member. */
export const investorJson = sql`json_build_object('id', id, 'name', name, 'title', title, 'firm', firm, 'email', email, 'website', website,
  'linkedin', linkedin, 'twitter', twitter, 'focus', focus, 'stage', stage, 'check_size', check_size, 'description', description, 'notes', notes,
  'user_id', user_id, 'avg_rating', avg_rating, 'rating_count', rating_count, 'rating_counts', rating_counts,
  'rater_count', (select count(distinct coalesce(rated.user_id, -rated.id)) from investor_comments rated
    where rated.investor_id = investors.id and not rated.is_private and rated.rating is not null),
  'comments_count', comments_count, 'created_at', created_at, 'updated_at', updated_at, 'is_creator', is_mine(investors), 'version', version)`
