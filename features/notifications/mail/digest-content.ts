import type { Tx } from '../../../database/connection/database.ts'
import { sql } from '../../../database/connection/sql.ts'
import { isVisible, type Unmailed, unmailed, type Visible } from './unmailed.ts'

/** More than these wait for the next digest. */
const MAX_FOR_ME = 30
const MAX_PER_SECTION = 3

type Topic = { id: number; title: string; replies: number }
type Event = { id: number; title: string; event_date: string; start_time: string; place: string }
type Match = { id: number; title: string; about: string; topics: string[] }

export type DigestContent = {
  name: string
  /** Of the community: the times of events are in it. */
  timeZone: string
  /** What was said to the member. */
  forMe: Visible[]
  offers: Match[]
  /** `person`: whom the requester wants to meet. */
  requests: (Match & { person: string | null })[]
  topics: Topic[]
  events: Event[]
}

/** Reads everything with the rights of the member, in a transaction that runs as them. */
export async function readDigest(tx: Tx, since: Date, timeZone: string): Promise<DigestContent> {
  const isRecommended = sql`is_enabled(q.user_id) and not exists (select from mutes x where x.user_id = me() and x.muted_id = q.id)`
  const me = await tx.one<{ full_name: string; needs: string[] }>(
    sql`select full_name, needs from profiles where id = my_profile_id()`,
  )
  const found = await tx.rows<Unmailed>(sql`
    ${unmailed(sql`n.kind <> 'account_safety' and way_of(me(), n.kind) in ('digest', 'mail') and m.due_at is null
      and n.latest_at > now() - interval '30 days' and latest.acts > 0`)}
    order by n.latest_at desc, n.id limit ${MAX_FOR_ME}`)
  const visible = found.filter(isVisible)
  const shown = visible.map(({ notification: { thread_kind, thread_id } }) => `${thread_kind}/${thread_id}`)
  return {
    name: me.full_name,
    timeZone,
    forMe: visible,
    offers: await tx.rows<Match>(sql`
      select q.id, q.full_name as title, concat_ws(', ', nullif(q.title, ''), nullif(q.company_name, '')) as about,
        array(select unnest(q.can_help_with) intersect select unnest(${me.needs}::text[]) order by 1) as topics
      from profiles q
      where q.created_at > ${since} and q.user_id <> me() and q.full_name <> '' and q.can_help_with && ${me.needs}::text[] and ${isRecommended}
        and is_suggested_to_me(q.user_id, today_in(${timeZone}))
      order by q.created_at desc, q.id desc limit ${MAX_PER_SECTION}`),
    requests: await tx.rows<DigestContent['requests'][number]>(sql`
      select r.id, r.shown_title as title, q.full_name as about, r.shown_person as person,
        array(select unnest(r.help_areas) intersect select unnest(h.areas) order by 1) as topics
      from my_help() h, introduction_requests r join profiles q on q.user_id = r.user_id
      where r.created_at > ${since} and r.shown_title <> '' and could_help(r, h.areas, h.investors, h.muted)
        and 'request/' || r.id <> all (${shown}::text[])
      order by r.id desc limit ${MAX_PER_SECTION}`),
    topics: await tx.rows<Topic>(sql`
      select p.id, p.title, latest.replies from (
          select c.post_id, count(*)::integer as replies, max(c.id) as last from comments c where c.created_at > ${since} group by c.post_id) latest
        join posts p on p.id = latest.post_id
      where not exists (select from mutes x where x.user_id = me() and x.muted_id = p.user_id)
        and not exists (select from profiles q where q.id = p.user_id and not is_enabled(q.user_id))
        and not is_mine(p) and 'topic/' || p.id <> all (${shown}::text[])
      order by latest.replies desc, latest.last desc limit ${MAX_PER_SECTION}`),
    events: await tx.rows<Event>(sql`
      select id, title, event_date::text, to_char(start_time, 'HH24:MI') as start_time,
        case when location <> '' then location when is_online then 'Online' else '' end as place
      from events e where event_date >= today_in(${timeZone}) and event_date <= today_in(${timeZone}) + 7
        and not exists (select from mutes x join profiles q on q.id = x.muted_id where x.user_id = me() and q.user_id = e.created_by)
      order by event_date, start_time, id limit ${MAX_PER_SECTION}`),
  }
}

/** The community's best alone is no reason for a mail. */
export const hasSomethingForMe = ({ forMe, offers, requests }: DigestContent) =>
  forMe.length + offers.length + requests.length > 0
