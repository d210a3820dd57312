-- Triggers of the forum: anonymous authors, counters, edit marks, search text, live messages.

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

-- Members cannot write counters. The row lock of the update keeps the count exact with concurrent replies.
create function count_replies() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update posts set comments_count = comments_count + 1, active_at = greatest(active_at, new.created_at) where id = new.post_id;
  else
    update posts set comments_count = greatest(comments_count - 1, 0),
        active_at = coalesce((select created_at from comments where post_id = old.post_id order by id desc limit 1), created_at)
      where id = old.post_id;
  end if;
  return null;
end $$;
create trigger count_replies after insert or delete on comments for each row execute function count_replies();

-- Deleting a profile deletes its likes. The like count of an anonymous topic is not decreased then: a count that falls at that moment
-- would link the topic to the leaving member, who is likely its author.
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

create function begin_activity() returns trigger language plpgsql as $$
begin
  new.active_at := new.created_at;
  return new;
end $$;
create trigger begin_activity before insert on posts for each row execute function begin_activity();

-- Pins and replies do not count as edits.
create trigger stamp_edit before update on posts for each row
  when ((old.title, old.content, old.tags) is distinct from (new.title, new.content, new.tags)) execute function stamp_edit('updated_at');
create trigger stamp_edit before update on comments for each row
  when (old.content is distinct from new.content) execute function stamp_edit('updated_at');

create function topic_search_text(topic posts) returns text stable language sql as $$
  select word_starts(plain(concat_ws(e'\n', topic.title, category_of(topic), (select full_name from profiles where id = topic.user_id)))) $$;
create function set_topic_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := topic_search_text(new);
  new.words := words_of(new.search_text || e'\n' || new.content);
  return new;
end $$;
create trigger set_search_text before insert or update of title, content, tags, user_id on posts
  for each row execute function set_topic_search_text();
-- A few topics change with the name. Splitting many, or long ones, into words takes too long for the request: a job does it
-- (update_search_text_of_topics). Open browsers are told of the newest hundred at once, since they show the name: of thousands, each would be a
-- message to every process, and nobody reads them.
create function rename_author_of_topics() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) <= 100 and sum(octet_length(content)) <= 200000 from posts where user_id = new.id) then
    update posts set title = title where user_id = new.id;
  elsif exists (select from posts where user_id = new.id) then
    perform announce_change('posts', 'UPDATE', id, null, null)
      from (select id from posts where user_id = new.id order by id desc limit 100) newest;
    perform enqueue('search_texts', jsonb_build_object('id', new.id, 'of', 'topics'));
  end if;
  return null;
end $$;
create trigger rename_author_of_topics after update of full_name on profiles
  for each row when (plain(old.full_name) is distinct from plain(new.full_name)) execute function rename_author_of_topics();
-- Brings up to `most` topics of a member up to date with their name, the newest first, and returns the last one, or null if there are no more. Then
-- open browsers read their lists again (id 0): a search that they show may have other topics now.
create function update_search_text_of_topics(profile integer, after integer, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare batch integer[] := array(select id from posts where user_id = profile and (after is null or id < after) order by id desc limit most);
begin
  perform set_config('app.suppress_live', 'on', true);
  -- First: waits for a job of a former name that is writing these. The update has a newer snapshot, and sees what that job wrote.
  perform from posts where id = any (batch) order by id for no key update;
  update posts set title = title where id = any (batch) and search_text <> topic_search_text(posts);
  if cardinality(batch) = most then return batch[most]; end if;
  perform set_config('app.suppress_live', '', true);
  perform announce_change('posts', 'UPDATE', 0, null, null);
  return null;
end $$;
revoke execute on function update_search_text_of_topics(integer, integer, integer) from public;
grant execute on function update_search_text_of_topics(integer, integer, integer) to community_server;

create trigger announce after insert or delete on posts for each row execute function announce();
create trigger announce_update after update on posts for each row when (old.* is distinct from new.*) execute function announce();
create trigger announce after insert or delete on comments for each row execute function announce();
create trigger announce_update after update on comments for each row when (old.* is distinct from new.*) execute function announce();

-- Notifications. Rows written without a current member (by the operator or the demo) tell nobody.

-- Posting or replying follows the topic.
create function follow_topic() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'posts' then
    insert into topic_follows (post_id, profile_id) values (new.id, my_profile_id()) on conflict do nothing;
  else
    insert into topic_follows (post_id, profile_id) values (new.post_id, my_profile_id()) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger follow_topic after insert on posts for each row when (my_profile_id() is not null) execute function follow_topic();
create trigger follow_topic after insert on comments for each row when (my_profile_id() is not null) execute function follow_topic();

create function notify_mentioned_in_topic() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_mentioned(new.mentions, new.content, 'topic', new.id::text, 'topic', new.id::text);
  return null;
end $$;
create trigger notify_mentioned after insert or update of content, mentions on posts for each row
  when (me() is not null and not new.is_anonymous and new.mentions <> '{}') execute function notify_mentioned_in_topic();
create function notify_mentioned_in_reply() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_mentioned(new.mentions, new.content, 'reply', new.id::text, 'topic', new.post_id::text);
  return null;
end $$;
create trigger notify_mentioned after insert or update of content, mentions on comments for each row
  when (me() is not null and not new.is_anonymous and new.mentions <> '{}') execute function notify_mentioned_in_reply();

-- A topic may have thousands of followers: a job tells them, so that the author of the reply does not wait.
create function enqueue_followers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue('notifying', jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger notify_followers after insert on comments for each row when (me() is not null) execute function enqueue_followers();
-- Tells up to `most` followers, in the order of their accounts, and returns the last of them, or null if there are no more. Locks the reply
-- and its topic: a delete waits, and then also deletes these notifications.
create function notify_followers(reply_id integer, after uuid, most integer) returns uuid
  security definer set search_path = public, pg_temp language plpgsql as $$
declare
  reply comments;
  topic posts;
  topic_author uuid;
  reply_author integer;
  followers uuid[];
begin
  select * into topic from posts where id = (select post_id from comments where id = reply_id) for key share;
  select * into reply from comments where id = reply_id for key share;
  topic_author := (select user_id from profiles
    where id = coalesce(topic.user_id, (select profile_id from anonymous_post_authors where post_id = topic.id)));
  reply_author := coalesce(reply.user_id, (select profile_id from anonymous_comment_authors where comment_id = reply_id));
  followers := array(select p.user_id from topic_follows f join profiles p on p.id = f.profile_id
    where f.post_id = topic.id and f.created_at <= reply.created_at and f.profile_id is distinct from reply_author
      and (after is null or p.user_id > after) order by p.user_id limit most);
  if topic_author = any (followers) then
    perform notify_member(topic_author, 'my_topic_reply', 'reply', reply.id::text, reply.user_id, 'topic', topic.id::text);
  end if;
  perform notify_members(array_remove(followers, topic_author), 'followed_topic_reply', 'reply', reply.id::text, reply.user_id,
    'topic', topic.id::text);
  return case when cardinality(followers) = most then followers[most] end;
end $$;
revoke execute on function notify_followers(integer, uuid, integer) from public;
grant execute on function notify_followers(integer, uuid, integer) to community_server;

-- Nobody may see who likes an anonymous topic, not even its author: the notification has no actor, and only the first like tells.
create function notify_of_like() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare topic posts; author integer;
begin
  select * into topic from posts where id = new.post_id;
  author := coalesce(topic.user_id, (select profile_id from anonymous_post_authors where post_id = topic.id));
  perform notify_member((select user_id from profiles where id = author), 'topic_like', 'topic', topic.id::text,
    case when not topic.is_anonymous then new.profile_id end);
  return null;
end $$;
create trigger notify_of_like after insert on post_likes for each row when (me() is not null) execute function notify_of_like();
create function withdraw_like() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform withdraw_acts('topic_like', 'topic', old.post_id::text, old.profile_id);
  return null;
end $$;
create trigger withdraw_like after delete on post_likes for each row execute function withdraw_like();

create trigger remove_notifications after delete on posts for each row execute function forget_notifications('thread', 'topic');
create trigger remove_notifications after delete on comments for each row execute function forget_notifications('subject', 'reply', 'posts', 'post_id');

-- INSTEAD OF triggers for the views with the older names.
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
    return case when found then new end; -- no row: not the author
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

-- When a member deletes their account: content under their name is removed or anonymised immediately. Anonymous content must not
-- change at the same time: that would reveal its author.

create function random_moment_within(span interval) returns timestamptz language sql
  -- From a version 4 uuid, because random() is predictable.
  as $$ select now() + span * (('x' || right(gen_random_uuid()::text, 8))::bit(32)::bigint / 4294967296.0)::float8 $$;

-- Deletes the link between a member and their anonymous content without changing the content rows. If the content is to be removed,
-- each row gets its own random time (remove_one_due).
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
  -- Otherwise the row is deleted with the account, and its absence is visible when the operator shows the topic again.
  update hidden_rows set user_id = null
    where user_id = account and table_name in ('posts', 'comments') and (row ->> 'is_anonymous')::boolean;
end $$;

-- A topic with replies of others is kept, but blanked. The text is the same for named and anonymous topics and gives no reason;
-- updated_at and version are reset, so that they do not show when it was blanked.
create function blank_topics(topics integer[]) returns void language sql as $$
  update posts set title = 'Deleted topic', content = 'The text of this topic was deleted.', tags = '{General}',
      user_id = null, is_anonymous = true, is_pinned = false, mentions = '{}' where id = any (topics);
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
    -- Anonymous replies count as replies of others, even if the member wrote them.
    delete from posts where user_id = profile and comments_count = 0;
    perform blank_topics(array(select id from posts where user_id = profile));
  end if;
end $$;
-- Also runs when an account is deleted by SQL.
create function forget_member_in_forum() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forum_forgets(old.user_id, old.id, 'remove');
  return old;
end $$;
create trigger forget_member_in_forum before delete on profiles for each row execute function forget_member_in_forum();

-- Removes one row that is due, as if its author deleted it. Returns false if none is due.
create function remove_one_due() returns boolean security definer set search_path = public, pg_temp language plpgsql as $$
declare due pending_removals;
begin
  -- After downtime many rows are due; spread them again, so that they do not disappear together.
  update pending_removals set due_at = random_moment_within('1 day') where due_at < now() - interval '1 hour';
  -- Postpone rows whose parent is hidden: otherwise they are missing as soon as the parent is shown again.
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
    -- Serialise with concurrent replies.
    perform from posts where id = due.id for update;
    delete from posts where id = due.id and comments_count = 0;
    if not found then perform blank_topics(array[due.id]); end if;
  end if;
  return true;
end $$;
revoke execute on function random_moment_within(interval), detach_anonymous_content(uuid, integer, boolean), blank_topics(integer[]),
  forum_forgets(uuid, integer, text), remove_one_due() from public;
grant execute on function remove_one_due() to community_server;
