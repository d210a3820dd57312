-- The view asks as whoever reads it: what a member may not see in a table is not in here for them.
grant select on activity to community_member;

-- One thing that happened, as the contract names it.
create or replace function activity_json(kind text, id integer, created_at timestamptz, actor_id integer, subject_id integer)
  returns json stable language sql as $$
  select json_build_object(
    'id', kind || '-' || id,
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
