-- What follows from a write in the forum: who is noted as an anonymous author, counters, edit marks, search text, live messages.

create function remember_anonymous_author() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'posts' then
    insert into anonymous_post_authors (post_id, profile_id) values (new.id, my_profile_id());
  else
    insert into anonymous_comment_authors (comment_id, profile_id) values (new.id, my_profile_id());
  end if;
  return null;
end $$;
create trigger remember_anonymous_author after insert on posts
  for each row when (new.is_anonymous) execute function remember_anonymous_author();
create trigger remember_anonymous_author after insert on comments
  for each row when (new.is_anonymous) execute function remember_anonymous_author();

-- Members never write counters. An update of one row under its lock stays exact whoever replies at the same time.
create function count_replies() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update posts set comments_count = comments_count + 1 where id = new.post_id;
  else
    update posts set comments_count = greatest(comments_count - 1, 0) where id = old.post_id;
  end if;
  return null;
end $$;
create trigger count_replies after insert or delete on comments for each row execute function count_replies();

-- When a member leaves, their likes go with the profile. On an anonymous topic the count stays: a count that falls in that moment would
-- tie the topic to them, and most likely it is the author who likes it.
create function count_likes() returns trigger
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
create trigger count_likes after insert or delete on post_likes for each row execute function count_likes();

-- A pin or a new reply is no edit.
create trigger stamp_edit before update on posts for each row
  when ((old.title, old.content, old.tags) is distinct from (new.title, new.content, new.tags)) execute function stamp_edit('updated_at');
create trigger stamp_edit before update on comments for each row
  when (old.content is distinct from new.content) execute function stamp_edit('updated_at');

create function set_topic_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := plain(concat_ws(e'\n', new.title, category_of(new), (select full_name from profiles where id = new.user_id)));
  return new;
end $$;
create trigger set_search_text before insert or update of title, tags, user_id on posts
  for each row execute function set_topic_search_text();
create function rename_author_of_topics() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update posts set title = title where user_id = new.id;
  return null;
end $$;
create trigger rename_author_of_topics after update of full_name on profiles
  for each row when (old.full_name is distinct from new.full_name) execute function rename_author_of_topics();

create trigger announce after insert or delete on posts for each row execute function announce();
create trigger announce_update after update on posts for each row when (old.* is distinct from new.*) execute function announce();
create trigger announce after insert or delete on comments for each row execute function announce();
create trigger announce_update after update on comments for each row when (old.* is distinct from new.*) execute function announce();
