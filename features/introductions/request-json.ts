import { sql } from '../../database/connection/sql.ts'

const fields = sql`
  'id', r.id, 'user_id', r.user_id, 'user_name', coalesce(p.full_name, ''), 'profile_id', p.id, 'avatar_url', p.avatar_url,
  'request_title', r.shown_title, 'context', r.context, 'your_company', r.shown_company, 'target_person', r.shown_person,
  'target_profile_id', r.target_profile_id, 'target_investor_id', r.target_investor_id,
  'urgency', r.urgency, 'status', r.status, 'comments_count', r.comments_count, 'quiet_since', r.quiet_since,
  'created_at', r.created_at, 'updated_at', r.updated_at`

/** Sum of the versions of the request `r` and its target's email. Only the requester can read the second, so only they get the sum. */
export const requestVersion = sql`
  r.version + coalesce((select t.version from introduction_targets t where t.request_id = r.id), 0)`

/** A request as contract JSON: `r` is its row, `p` the requester's profile. Only the requester gets the target's email, the version and the offers. */
export const requestJson = sql`
  case when is_mine(r)
    then json_build_object(${fields}, 'can_edit', true, 'version', ${requestVersion},
      'offers_count', (select count(*) from introduction_offers o where o.request_id = r.id and is_live(o.state)),
      'target_email', (select t.target_email from introduction_targets t where t.request_id = r.id))
    else json_build_object(${fields}, 'can_edit', false) end`

export const withRequester = sql`left join profiles p on p.user_id = r.user_id`

export const requestOf = (id: number) =>
  sql`select ${requestJson} from introduction_requests r ${withRequester} where r.id = ${id}`
