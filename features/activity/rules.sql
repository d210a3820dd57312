-- The view asks as whoever reads it: what a member may not see in a table is not in here for them.
grant select on activity to community_member;

-- One thing that happened, as the contract names it. A like is named by its topic and its member, which it tells anyway: its own number is
-- random, and only decides the order of likes of the same moment.
create or replace function activity_json(kind text, id integer, created_at timestamptz, actor_id integer, subject_id integer)
  returns json stable language sql as $$
  select json_build_object(
    'id', kind || '-' || case kind when 'like' then subject_id || '-' || actor_id else id::text end,
    'cursor', to_json(created_at) #>> '{}' || '~' || kind || '-' || id,
    'kind', kind,
    'created_at', created_at,
    'actor', (select json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url)
      from profiles p where p.id = actor_id),
    'subject_id', subject_id,
    'subject', case kind
      when 'event' then (select title from events where events.id = subject_id)
      when 'investor' then (select name || ', ' || firm from investors where investors.id = subject_id)
      when 'join' then null
      else (select title from posts where posts.id = subject_id) end)
$$;
