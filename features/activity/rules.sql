-- Who did what, from the tables themselves: nothing is written twice, and what is deleted is gone from here too. Without an
-- actor it was anonymous, or nobody with a name, and is nobody's activity. Each part has an index on (created_at, id) and no
-- condition of its own: only so does the planner read the newest few of a kind instead of sorting them all.
-- Likes of an anonymous topic name nobody. If only the author's own like were left out, the topic's count beside the names shown would
-- tell that the author liked it, and when. The view reads as whoever asks: what a member may not see in a table is not in here for them.
create view activity with (security_invoker = true) as
  select 'post' as kind, id, created_at, user_id as actor_id, id as subject_id from posts
  union all
  select 'reply', id, created_at, user_id, post_id from comments
  union all
  select 'like', id, created_at, (select profile_id from posts p where p.id = post_id and not p.is_anonymous), post_id from post_likes
  union all
  select 'event', id, created_at, (select p.id from profiles p where p.user_id = created_by), id from events
  union all
  select 'investor', id, created_at, (select p.id from profiles p where p.user_id = investors.user_id), id from investors
  union all
  select 'join', id, created_at, case when full_name <> '' then id end, id from profiles;

grant select on activity to community_member;

-- One thing that happened, as the contract names it. A like is named by its topic and its member, which it tells anyway: its own number is
-- random, and only decides the order of likes of the same moment.
create function activity_json(kind text, id integer, created_at timestamptz, actor_id integer, subject_id integer)
  returns json stable language sql as $$
  select json_build_object(
    'id', kind || '-' || case kind when 'like' then subject_id || '-' || actor_id else id::text end,
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
