import { sql } from '../../database/connection/sql.ts'

/** The resource row `r` as contract JSON, with the profile of its owner and its file size. */
export const resourceJson = sql`json_build_object(
  'id', r.id, 'title', r.title, 'description', r.description, 'resource_type', r.resource_type, 'category', r.category, 'url', r.url,
  'created_at', r.created_at, 'user_id', r.user_id,
  'shared_by', (select json_build_object('id', p.id, 'full_name', p.full_name) from profiles p where p.user_id = r.user_id),
  'file_size', (select f.size from resource_files f where f.resource_id = r.id),
  'version', r.version, 'can_edit', is_mine(r))`
