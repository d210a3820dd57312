import type { Slice } from '../case.ts'

/** Reads the activity rows that the other seeds create. */
export default {
  seed: async () => undefined,
  cases: [
    {
      name: 'newest',
      kind: 'list',
      path: () => '/api/activity?limit=20',
      sql: `select kind || '-' || case kind when 'like' then subject_id || '-' || actor_id else a.id::text end as id, kind, a.created_at,
          json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url) as actor, subject_id,
          case kind when 'event' then (select title from events where events.id = subject_id)
            when 'investor' then (select name || ', ' || firm from investors where investors.id = subject_id)
            when 'join' then null else (select title from posts where posts.id = subject_id) end as subject
        from activity a join profiles p on p.id = actor_id order by a.created_at desc, a.id desc, kind desc limit 20`,
    },
  ],
} satisfies Slice
