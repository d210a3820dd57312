import { sql } from '../../database/connection/sql.ts'

/** The event row `e` as contract JSON, with the profiles of its creator and last editor. */
export const eventJson = sql`json_build_object(
  'id', e.id, 'title', e.title, 'description', e.description, 'location', e.location, 'event_date', e.event_date,
  'start_time', to_char(e.start_time, 'HH24:MI'), 'end_time', to_char(e.end_time, 'HH24:MI'), 'ends_next_day', e.ends_next_day,
  'event_type', e.event_type, 'is_online', e.is_online, 'meeting_link', e.meeting_link,
  'created_by', (select json_build_object('id', p.id, 'full_name', p.full_name) from profiles p where p.user_id = e.created_by),
  'updated_by', (select json_build_object('id', p.id, 'full_name', p.full_name) from profiles p where p.user_id = e.updated_by),
  'created_at', e.created_at, 'updated_at', e.updated_at, 'version', e.version)`
