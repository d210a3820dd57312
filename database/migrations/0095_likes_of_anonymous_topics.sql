-- Likes of an anonymous topic name nobody. If only the author's own like were left out, the topic's count beside the names shown would
-- tell that the author liked it, and when.
create or replace view activity with (security_invoker = true) as
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

-- When a member leaves, their likes go with the profile. On an anonymous topic the count stays: a count that falls in that moment would
-- tie the topic to them, and most likely it is the author who likes it.
create or replace function count_likes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update posts set likes_count = likes_count + 1 where id = new.post_id;
  else
    update posts set likes_count = greatest(likes_count - 1, 0) where id = old.post_id
      and not (is_anonymous and not exists (select from profiles where id = old.profile_id));
  end if;
  return null;
end $$;
