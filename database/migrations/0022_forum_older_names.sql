-- The forum under its older names. One store, two names: the views read and write posts and comments as whoever asks, so the
-- rules of those tables hold here too.

create view forum_topics with (security_invoker = true) as
  select id, title, content, category_of(posts) as category, user_id, is_pinned as pinned, created_at, updated_at from posts;

create view forum_replies with (security_invoker = true) as
  select id, content, post_id as topic_id, user_id, created_at from comments;

create function write_forum_topic() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into posts (title, content, tags, user_id, is_pinned)
      values (new.title, new.content, array[coalesce(new.category, 'General')], coalesce(new.user_id, my_profile_id()),
        coalesce(new.pinned, false))
      returning id, category_of(posts), user_id, is_pinned, created_at, updated_at
      into new.id, new.category, new.user_id, new.pinned, new.created_at, new.updated_at;
    return new;
  elsif tg_op = 'UPDATE' then
    update posts set title = new.title, content = new.content, is_pinned = new.pinned,
        tags = case when new.category = old.category then tags else array[new.category] end
      where id = old.id returning updated_at into new.updated_at;
    return case when found then new end; -- no row: not theirs
  end if;
  delete from posts where id = old.id;
  return case when found then old end;
end $$;
create trigger write_forum_topic instead of insert or update or delete on forum_topics
  for each row execute function write_forum_topic();

create function write_forum_reply() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into comments (content, post_id, user_id)
      values (new.content, new.topic_id, coalesce(new.user_id, my_profile_id()))
      returning id, user_id, created_at into new.id, new.user_id, new.created_at;
    return new;
  elsif tg_op = 'UPDATE' then
    update comments set content = new.content where id = old.id;
    return case when found then new end;
  end if;
  delete from comments where id = old.id;
  return case when found then old end;
end $$;
create trigger write_forum_reply instead of insert or update or delete on forum_replies
  for each row execute function write_forum_reply();
