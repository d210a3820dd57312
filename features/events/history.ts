import type { Tx } from '../../database/connection/database.ts'
import { Problem } from '../../database/connection/problem.ts'
import { sql } from '../../database/connection/sql.ts'

/** The event history that the operator reads and restores from. Needs the database owner's connection: members have no access. */
type Change = {
  id: number
  event_id: number
  action: 'created' | 'updated' | 'deleted'
  changed_at: Date
  /** Null: changed by the operator. */
  changed_by: string | null
  /** The title before the change; for a new event, the current title. */
  title: string | null
}

/** Latest changes of one event or of all events, newest first. */
export const eventHistory = (tx: Tx, { eventId, limit = 50 }: { eventId?: number; limit?: number } = {}) =>
  tx.rows<Change>(sql`
    select c.id::integer, c.event_id, c.action, c.changed_at,
      case when c.changed_by is not null then coalesce(nullif(p.full_name, ''), u.email, 'a former member') end as changed_by,
      coalesce(c.before->>'title', e.title) as title
    from event_changes c
      left join users u on u.id = c.changed_by left join profiles p on p.user_id = u.id left join events e on e.id = c.event_id
    where ${eventId ?? null}::integer is null or c.event_id = ${eventId ?? null}
    order by c.id desc limit ${limit}`)

/**
 * Restores an event to its state before a change; a deleted event gets its old id back. The version increases, so that a member who
 * has the event open gets a conflict instead of overwriting it. The restore is recorded as a change without a user.
 */
export async function restoreEvent(tx: Tx, changeId: number): Promise<{ id: number; title: string }> {
  const change = await tx.maybe<{ event_id: number; before: object | null }>(
    sql`select event_id, before from event_changes where id = ${changeId}`,
  )
  if (!change) throw new Problem(`There is no change ${changeId}.`, 'List the changes to find its number.')
  if (!change.before)
    throw new Problem(
      `Change ${changeId} added event ${change.event_id}: it has no earlier state.`,
      'To take the event off, delete it on the events page.',
    )
  const before = sql`jsonb_populate_record(null::events, ${JSON.stringify(change.before)}::jsonb) b`
  const restored = await tx.maybe<{ id: number; title: string }>(sql`
    update events e set title = b.title, description = b.description, location = b.location, event_date = b.event_date,
      start_time = b.start_time, end_time = b.end_time, ends_next_day = b.ends_next_day, event_type = b.event_type,
      is_online = b.is_online, meeting_link = b.meeting_link
    from ${before} where e.id = b.id returning e.id, e.title`)
  return (
    restored ??
    tx.one(sql`
      insert into events (id, title, description, location, event_date, start_time, end_time, ends_next_day, event_type, is_online,
        meeting_link, created_by, updated_by, created_at, updated_at, version) overriding system value
      select b.id, b.title, b.description, b.location, b.event_date, b.start_time, b.end_time, b.ends_next_day, b.event_type,
        b.is_online, b.meeting_link, (select id from users where id = b.created_by), (select id from users where id = b.updated_by),
        b.created_at, now(), b.version + 1
      from ${before} returning id, title`)
  )
}
