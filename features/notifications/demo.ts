import { type Sql, sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'
import type { Kind } from './shared/kinds.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Older notifications are already read. */
const READ_AFTER_MS = 2 * DAY_MS

type Act = {
  kind: Kind
  subject_kind: string
  subject_id: string
  actor: number | null
  thread_kind: string
  thread_id: string
  at: Date
}
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/**
 * The notifications and the last visit of the demo account: what the other parts wrote about its topics and requests, and some acts of the last hours.
 * The triggers tell nobody, because the demo writes without a current member, so this part calls notify_member itself.
 */
export async function demo(d: Demo): Promise<void> {
  const { tx, members, random } = d
  const [me, ...others] = members
  if (!me) return
  const ago = (ms: number) => new Date(Date.now() - ms)
  const [first, second, third, fourth] = random.some(others, 4).map(({ profile_id }) => profile_id)
  await tx.run(sql`delete from notifications`)

  const mine = await tx.maybe<{ id: number }>(
    sql`select id from posts where user_id = ${me.profile_id} order by id desc limit 1`,
  )
  if (mine) {
    await reply(d, mine.id, first, ago(3 * HOUR_MS), 'We had the same question in spring. Happy to show you our sheet.')
    await reply(d, mine.id, second, ago(25 * MINUTE_MS), 'Same here. Could you share it with the whole group?')
  }
  const theirs = await tx.maybe<{ id: number }>(
    sql`select id from posts where user_id <> ${me.profile_id} and not is_anonymous order by id desc limit 1`,
  )
  const mention = `@${me.full_name} solved this last year. Worth half an hour of your time?`
  const mentioning = theirs && (await reply(d, theirs.id, third, ago(50 * MINUTE_MS), mention, [me.profile_id]))

  const request = await tx.maybe<{ id: number; status: string }>(sql`
    update introduction_requests set target_person = ${me.full_name}, target_profile_id = ${me.profile_id}
    where id = (select max(id) from introduction_requests where user_id <> ${me.user_id} and target_person is null)
    returning id, status`)
  const event = await tx.maybe<{ id: number }>(sql`
    update events set created_by = ${me.user_id}, updated_by = ${others[0]?.user_id}
    where id = (select min(id) from events where event_date > current_date) returning id`)
  const change =
    event &&
    (await tx.one<{ id: string }>(sql`
      insert into event_changes (event_id, action, before)
        select id, 'updated', to_jsonb(events) from events where id = ${event.id} returning id::text`))

  const acts = await tx.rows<Act>(sql`
    select 'my_topic_reply' as kind, 'reply' as subject_kind, c.id::text as subject_id, c.user_id as actor, 'topic' as thread_kind,
        p.id::text as thread_id, c.created_at as at
      from comments c join posts p on p.id = c.post_id where p.user_id = ${me.profile_id} and c.user_id is distinct from ${me.profile_id}
    union all select 'topic_like', 'topic', p.id::text, l.profile_id, 'topic', p.id::text, l.created_at
      from post_likes l join posts p on p.id = l.post_id where p.user_id = ${me.profile_id}
    union all select 'my_request_comment', 'request_comment', c.id::text, p.id, 'request', r.id::text, c.created_at
      from introduction_comments c join introduction_requests r on r.id = c.request_id join profiles p on p.user_id = c.user_id
      where r.user_id = ${me.user_id} and c.user_id <> ${me.user_id}
    union all select 'investor_comment', 'investor_comment', c.id::text, c.user_id, 'investor', i.id::text, c.created_at
      from investor_comments c join investors i on i.id = c.investor_id
      where i.user_id = ${me.user_id} and not c.is_private and c.user_id <> ${me.profile_id}
    union all select 'request_target', 'request', r.id::text, p.id, 'request', r.id::text, ${ago(26 * HOUR_MS)}
      from introduction_requests r join profiles p on p.user_id = r.user_id where r.id = ${request?.id ?? null}
    union all select 'still_looking', 'still_looking', question_of(r.id, r.quiet_since), null, 'request', r.id::text, r.quiet_since
      from introduction_requests r where r.user_id = ${me.user_id} and r.quiet_since is not null`)
  const more: Act[] = []
  if (theirs && mentioning)
    more.push(act('mention', 'reply', mentioning, third, 'topic', theirs.id, ago(50 * MINUTE_MS)))
  if (event && change)
    more.push(act('event_change', 'event_change', change.id, fourth, 'event', event.id, ago(5 * HOUR_MS)))
  const all = [...acts, ...more].sort((a, b) => a.at.getTime() - b.at.getTime())
  const isOld = ({ at }: Act) => at < ago(READ_AFTER_MS)
  for (const old of all.filter(isOld)) await tell(d, me.user_id, old)
  // A trigger tells of entries in the audit log.
  await tx.run(sql`
    insert into audit_log (event, user_id, user_agent) values ('signed in on a new device', ${me.user_id}, ${FIREFOX})`)
  await setTime(d, sql`user_id = ${me.user_id} and kind = 'account_safety'`, ago(4 * DAY_MS))
  await tx.run(sql`update notifications set read_at = latest_at + interval '1 hour'`)
  for (const recent of all.filter(act => !isOld(act))) await tell(d, me.user_id, recent)
  await tx.run(sql`insert into member_visits (user_id, last_at) values (${me.user_id}, ${ago(DAY_MS)})`)
  // Nothing of the demo is mailed at once.
  await tx.run(sql`delete from notification_mails`)
}

const act = (
  kind: Kind,
  subject_kind: string,
  subject_id: number | string,
  actor: number | undefined,
  thread_kind: string,
  thread_id: number,
  at: Date,
): Act => ({
  ...{ kind, subject_kind, subject_id: String(subject_id), actor: actor ?? null },
  ...{ thread_kind, thread_id: String(thread_id), at },
})

async function reply(
  { tx }: Demo,
  topic: number,
  author: number | undefined,
  at: Date,
  text: string,
  mentions: number[] = [],
) {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into comments (post_id, user_id, content, mentions, created_at, updated_at)
    values (${topic}, ${author}, ${text}, ${mentions}, ${at}, ${at}) returning id`)
  return id
}

async function tell(d: Demo, recipient: string, { kind, at, ...told }: Act): Promise<void> {
  const { subject_kind, subject_id, actor, thread_kind, thread_id } = told
  await d.tx.run(sql`
    select notify_member(${recipient}, ${kind}, ${subject_kind}, ${subject_id}, ${actor}, ${thread_kind}, ${thread_id})`)
  await setTime(
    d,
    sql`user_id = ${recipient} and kind = ${kind} and thread_kind = ${thread_kind} and thread_id = ${thread_id} and read_at is null`,
    at,
  )
}

/** notify_member uses the current time. */
const setTime = ({ tx }: Demo, which: Sql, at: Date) =>
  tx.run(sql`update notifications set latest_at = ${at} where ${which}`)
