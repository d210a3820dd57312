-- Who did what, from the tables themselves: nothing is written twice, and what is deleted is gone from here too. Without an
-- actor it was anonymous, or nobody with a name, and is nobody's activity. Each part has an index on (created_at, id) and no
-- condition of its own: only so does the planner read the newest few of a kind instead of sorting them all.
create view activity with (security_invoker = true) as
  select 'post' as kind, id, created_at, user_id as actor_id, id as subject_id from posts
  union all
  select 'reply', id, created_at, user_id, post_id from comments
  union all
  select 'like', id, created_at, profile_id, post_id from post_likes
  union all
  select 'event', id, created_at, (select p.id from profiles p where p.user_id = created_by), id from events
  union all
  select 'investor', id, created_at, (select p.id from profiles p where p.user_id = investors.user_id), id from investors
  union all
  select 'join', id, created_at, case when full_name <> '' then id end, id from profiles;

create index profiles_by_time on profiles (created_at, id);
create index events_by_time on events (created_at, id);
