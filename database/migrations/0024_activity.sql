-- Who did what, from the tables themselves: nothing is written twice, and what is deleted is gone from here too. Only what was
-- done in a name: an anonymous topic or reply has no user_id. Each part is a plain read in the order of an index, so that the
-- newest few of all parts together cost a few rows of each.
create view activity with (security_invoker = true) as
  select 'post' as kind, id, created_at, user_id as actor_id, id as subject_id from posts where user_id is not null
  union all
  select 'reply', id, created_at, user_id, post_id from comments where user_id is not null
  union all
  select 'like', post_id, created_at, profile_id, post_id from post_likes
  union all
  select 'join', id, created_at, id, id from profiles where full_name <> '';

create index profiles_by_time on profiles (created_at, id) where full_name <> '';
