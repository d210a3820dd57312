import { type Sql, sql } from '../../database/connection/sql.ts'

const rows = (of: Sql) => sql`(select coalesce(json_agg(as_exported(to_jsonb(mine))), '[]') from (${of}) mine)`

/**
 * Content of a member, by its name in the export. Queried with the member's rights, so that the policies exclude what they may not see.
 * leaving.test.ts compares this with the tables of the database.
 */
export const content: Record<string, Sql> = {
  profile: sql`(select as_saved(p) from profiles p where user_id = me())`,
  contacts: rows(sql`select kind, value, visibility from profile_contacts where profile_id = my_profile_id()`),
  topics: rows(sql`
    select id, title, content, tags, is_anonymous, is_pinned, created_at, updated_at from posts where user_id = my_profile_id()
      or id in (select post_id from anonymous_post_authors where profile_id = my_profile_id()) order by id`),
  replies: rows(sql`
    select id, post_id, content, is_anonymous, created_at, updated_at from comments where user_id = my_profile_id()
      or id in (select comment_id from anonymous_comment_authors where profile_id = my_profile_id()) order by id`),
  likes: rows(sql`select post_id, created_at from post_likes where profile_id = my_profile_id() order by created_at`),
  visits: rows(sql`select last_at, previous_at, saw_complete, welcome from member_visits where user_id = me()`),
  topic_visits: rows(sql`
    select post_id, last_reply_id, visited_at from topic_visits where profile_id = my_profile_id() order by visited_at`),
  topic_follows: rows(
    sql`select post_id, created_at from topic_follows where profile_id = my_profile_id() order by created_at`,
  ),
  notifications: rows(sql`
    select n.kind, n.thread_kind, case when n.thread_kind <> 'account' then n.thread_id end as thread_id, n.latest_at, n.read_at from notifications n order by n.latest_at`),
  notification_settings: rows(
    sql`select time_zone, digest, quiet_from, quiet_until, ways, may_be_asked from notification_settings where user_id = me()`,
  ),
  mutes: rows(sql`select muted_id, created_at from mutes where user_id = me() order by created_at`),
  match_refusals: rows(sql`select refused_id, created_at from match_refusals where user_id = me() order by created_at`),
  match_settings: rows(sql`select is_suggested from match_settings where user_id = me()`),
  events: rows(sql`select * from events where created_by = me() or updated_by = me() order by id`),
  event_changes: sql`my_event_changes()`,
  investors: rows(sql`select * from investors where user_id = me() order by id`),
  investor_ties: rows(
    sql`select investor_id, kind, shown from investor_ties where user_id = me() order by investor_id`,
  ),
  tie_asks: rows(
    sql`select request_id, investor_id, created_at from tie_asks where user_id = me() order by created_at`,
  ),
  introduction_asks: rows(
    sql`select request_id, asked_id, created_at from introduction_asks where user_id = me() order by created_at, asked_id`,
  ),
  investor_comments: rows(sql`select * from investor_comments where user_id = my_profile_id() order by created_at, id`),
  introduction_requests: rows(sql`
    select r.*, t.target_email, b.text as blurb from introduction_requests r
      left join introduction_targets t on t.request_id = r.id left join introduction_blurbs b on b.request_id = r.id
    where user_id = me() order by r.id`),
  introduction_comments: rows(sql`select * from introduction_comments where user_id = me() order by id`),
  introduction_offers: rows(sql`
    select id, request_id, note, state, closed_word, created_at, changed_at, asked_at from introduction_offers where user_id = me() order by created_at`),
  introduction_answers: rows(
    sql`select offer_id, answer, answered_at from introduction_answers where user_id = me() order by answered_at`,
  ),
  introduction_steps: rows(
    sql`select offer_id, kind, created_at from introduction_steps where user_id = me() order by created_at`,
  ),
  introduction_contacts: rows(sql`select offer_id, email from introduction_contacts where user_id = me()`),
  outside_mails: rows(sql`select request_id, sent_at from outside_mails where user_id = me() order by sent_at`),
  introduction_outcomes: rows(
    sql`select offer_id, asked_at, answer, answered_at from introduction_outcomes where user_id = me() order by asked_at`,
  ),
  introduction_thanks: rows(sql`
    select offer_id, request_id, text, is_public, created_at from introduction_thanks where user_id = me() order by created_at`),
  thanks_received: rows(sql`
    select offer_id, request_id, text, is_public, created_at from introduction_thanks where introducer_id = me() order by created_at`),
  outcome_settings: rows(sql`select is_shown from outcome_settings where user_id = me()`),
  introduction_status_changes: rows(sql`select * from introduction_status_changes where user_id = me() order by id`),
  resources: rows(sql`
    select r.*, f.name as file_name, f.size as file_size from resources r left join resource_files f on f.resource_id = r.id
    where user_id = me() order by r.id`),
  hidden_by_the_operator: sql`my_hidden_rows()`,
}

/** The member's files: name in the file store and name in the export. */
export const files = sql`
  select 'resources/' || f.key as stored, 'files/resources/' || r.id || '-' || translate(f.name, '/\\', '--') as name
    from resources r join resource_files f on f.resource_id = r.id where r.user_id = me() order by r.id`

/** Account data, which only the server can read. Excludes credentials. */
export const account = (userId: string): Record<string, Sql> => ({
  account: sql`(select json_build_object('id', id, 'email', email, 'username', username, 'created_at', created_at,
      'email_confirmed_at', email_confirmed_at)
    from users where id = ${userId})`,
  sessions: rows(sql`
    select created_at, last_used_at, expires_at, aal, proved_at, factor_proved_at, ip, user_agent from sessions where user_id = ${userId} order by created_at`),
  factors: rows(sql`
    select friendly_name, factor_type, issuer, phone, status, created_at, verified_at from factors where user_id = ${userId}`),
  recovery_codes: rows(sql`select used_at from recovery_codes where user_id = ${userId}`),
  known_devices: rows(sql`select seen_at, passed_factor_at from known_devices where user_id = ${userId}`),
  remembered_devices: rows(sql`select expires_at from remembered_devices where user_id = ${userId}`),
  signed_links: rows(
    sql`select purpose, subject, created_at, expires_at, used_at from signed_links where user_id = ${userId} order by created_at`,
  ),
  // Without the address: whoever has it could try to send messages.
  push_subscriptions: rows(sql`
    select split_part(endpoint, '/', 3) as push_service, created_at from push_subscriptions where user_id = ${userId} order by created_at`),
  notification_mails: rows(
    sql`select kind, at, digest_on from member_mails where user_id = ${userId} and not is_skipped order by id`,
  ),
  log: rows(sql`select at, event, ip, user_agent, details from audit_log where user_id = ${userId} order by id`),
})

/** Merges all parts into one JSON object. */
export const jsonObject = (parts: Record<string, Sql>): Sql =>
  Object.entries(parts).reduce(
    (object, [name, part]) => sql`${object} || jsonb_build_object(${name}::text, ${part})`,
    sql`'{}'::jsonb`,
  )
