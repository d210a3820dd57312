-- A view over the content tables: nothing is stored twice, and deleted content disappears from it. Rows without an actor (anonymous
-- content, or a profile without a name) are not listed. Each branch has an index on (created_at, id) and no where clause:
-- otherwise the planner sorts all rows of a kind instead of reading the newest few from the index.
-- Likes of an anonymous topic have no actor. If only the author's own like had none, the like count minus the names shown would
-- reveal that the author liked it, and when. security_invoker: the table policies apply to the member who reads the view.
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

-- One activity in the contract's form. The id of a like is built from topic and member, which the reply contains anyway. The like's
-- row id is random and only breaks ties between likes with the same time.
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
