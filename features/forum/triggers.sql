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
  new.search_text := word_starts(plain(concat_ws(e'\n', new.title, category_of(new), (select full_name from profiles where id = new.user_id))));
  new.words := words_of(new.search_text || e'\n' || new.content);
  return new;
end $$;
create trigger set_search_text before insert or update of title, content, tags, user_id on posts
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

-- Writing under the older names.
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

-- A member leaves. What they wrote in their name goes with them or becomes nobody's at once. What they wrote anonymously must
-- not move with it: whoever watches would see that it was theirs.

create function random_moment_within(span interval) returns timestamptz language sql
  -- Of a version 4 uuid, since random() can be foretold.
  as $$ select now() + span * (('x' || right(gen_random_uuid()::text, 8))::bit(32)::bigint / 4294967296.0)::float8 $$;

-- Parts a member from what they wrote anonymously, without a sign: the rows themselves are not touched. To be removed, each
-- piece goes at a time of its own (remove_one_due).
create function detach_anonymous_content(account uuid, profile integer, to_be_removed boolean) returns void language plpgsql as $$
begin
  if to_be_removed then
    insert into pending_removals (kind, id, due_at)
      select kind, id, random_moment_within('7 days') from (
        select 'post' as kind, post_id as id from anonymous_post_authors where profile_id = profile
        union select 'comment', comment_id from anonymous_comment_authors where profile_id = profile
        union select case table_name when 'posts' then 'post' else 'comment' end, (row ->> 'id')::integer from hidden_rows
          where user_id = account and table_name in ('posts', 'comments') and (row ->> 'is_anonymous')::boolean) theirs
      on conflict do nothing;
  end if;
  delete from anonymous_post_authors where profile_id = profile;
  delete from anonymous_comment_authors where profile_id = profile;
  -- Else it would go with the account, and be missing next to what they wrote in their name when its topic is shown again.
  update hidden_rows set user_id = null
    where user_id = account and table_name in ('posts', 'comments') and (row ->> 'is_anonymous')::boolean;
end $$;

-- A topic in which others take part stays for their sake. The text is the same whether it was anonymous or not, does not
-- say why, and neither a time of change nor a version says when or that it was.
create function blank_topics(topics integer[]) returns void language sql as $$
  update posts set title = 'Deleted topic', content = 'The text of this topic was deleted.', tags = '{General}',
      user_id = null, is_anonymous = true, is_pinned = false where id = any (topics);
  update posts set updated_at = created_at, version = 1 where id = any (topics);
$$;

create function forum_forgets(account uuid, profile integer, choice text) returns void language plpgsql as $$
begin
  if choice = 'anonymise' then
    update posts set is_anonymous = true, user_id = null where user_id = profile;
    update comments set is_anonymous = true, user_id = null where user_id = profile;
    perform detach_anonymous_content(account, profile, false);
  else
    perform detach_anonymous_content(account, profile, true);
    delete from comments where user_id = profile;
    -- Anonymous replies count as those of others, also where they were the member's own.
    delete from posts where user_id = profile and comments_count = 0;
    perform blank_topics(array(select id from posts where user_id = profile));
  end if;
end $$;
-- Also when an account is deleted by SQL.
create function forget_member_in_forum() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forum_forgets(old.user_id, old.id, 'remove');
  return old;
end $$;
create trigger forget_member_in_forum before delete on profiles for each row execute function forget_member_in_forum();

-- Removes one piece whose time has come, as its author would have. False: there is none.
create function remove_one_due() returns boolean security definer set search_path = public, pg_temp language plpgsql as $$
declare due pending_removals;
begin
  -- After the server was off for a while much is due, and must not go together.
  update pending_removals set due_at = random_moment_within('1 day') where due_at < now() - interval '1 hour';
  -- What hangs on something that is hidden waits until it is shown: then it would be missing at once.
  update pending_removals p set due_at = random_moment_within('7 days') where due_at <= now() and exists (
    select from hidden_rows h where h.table_name = p.kind || 's' and (h.row ->> 'id')::integer = p.id
      and (h.kind, h.id) <> (p.kind, p.id));
  select * into due from pending_removals where due_at <= now() order by due_at limit 1 for update skip locked;
  if not found then return false; end if;
  delete from pending_removals where kind = due.kind and id = due.id;
  delete from hidden_content where kind = due.kind and id = due.id;
  if due.kind = 'comment' then
    delete from comments where id = due.id;
  else
    -- Whoever replies at this moment comes before or after it.
    perform from posts where id = due.id for update;
    delete from posts where id = due.id and comments_count = 0;
    if not found then perform blank_topics(array[due.id]); end if;
  end if;
  return true;
end $$;
revoke execute on function random_moment_within(interval), detach_anonymous_content(uuid, integer, boolean), blank_topics(integer[]),
  forum_forgets(uuid, integer, text), remove_one_due() from public;
grant execute on function remove_one_due() to community_server;
