-- The forum's law: members read; authors write, pin, edit and delete their own. The functions below are also what a reply's
-- can_edit and can_pin say, so a screen cannot offer what the law refuses.

create or replace function wrote_anonymous_topic(post_id integer) returns boolean stable language sql as $$
  select exists (select from anonymous_post_authors a where a.post_id = $1 and a.profile_id = my_profile_id()) $$;
create or replace function wrote_anonymous_reply(comment_id integer) returns boolean stable language sql as $$
  select exists (select from anonymous_comment_authors a where a.comment_id = $1 and a.profile_id = my_profile_id()) $$;

create or replace function is_author(post posts) returns boolean stable language sql as $$
  select coalesce(post.user_id = my_profile_id(), false) or (post.is_anonymous and wrote_anonymous_topic(post.id)) $$;
create or replace function is_author(reply comments) returns boolean stable language sql as $$
  select coalesce(reply.user_id = my_profile_id(), false) or (reply.is_anonymous and wrote_anonymous_reply(reply.id)) $$;

-- Editing includes deleting.
create or replace function may_edit(post posts) returns boolean stable language sql as $$ select is_author(post) $$;
create or replace function may_edit(reply comments) returns boolean stable language sql as $$ select is_author(reply) $$;
create or replace function may_pin(post posts) returns boolean stable language sql as $$ select is_author(post) $$;

-- In one's own name, or in nobody's: a trigger then notes the author where only the author can read it.
create or replace function in_my_name(user_id integer, is_anonymous boolean) returns boolean stable language sql as $$
  select case when is_anonymous then user_id is null and my_profile_id() is not null
    else coalesce(user_id = my_profile_id(), false) end $$;

create policy members_read_all_topics on posts for select to community_member using (true);
create policy members_start_topics_in_their_own_name on posts for insert to community_member
  with check (in_my_name(user_id, is_anonymous));
create policy only_the_author_edits_and_pins on posts for update to community_member
  using (may_edit(posts) or may_pin(posts));
create policy only_the_author_deletes on posts for delete to community_member using (may_edit(posts));

create policy members_read_all_replies on comments for select to community_member using (true);
create policy members_reply_in_their_own_name on comments for insert to community_member
  with check (in_my_name(user_id, is_anonymous));
create policy only_the_author_edits_a_reply on comments for update to community_member using (may_edit(comments));
create policy only_the_author_deletes_a_reply on comments for delete to community_member using (may_edit(comments));

-- Whether an anonymous topic is liked by its author is nobody's business, so who likes it is known to nobody but each to themself.
create policy members_see_who_likes_a_named_topic on post_likes for select to community_member
  using (profile_id = (select my_profile_id()) or not exists (select from posts p where p.id = post_id and p.is_anonymous));
create policy members_like_for_themselves on post_likes for insert to community_member
  with check (profile_id = (select my_profile_id()));
create policy members_take_their_own_like_back on post_likes for delete to community_member
  using (profile_id = (select my_profile_id()));

create policy only_the_author_knows_an_anonymous_topic on anonymous_post_authors for select to community_member
  using (profile_id = (select my_profile_id()));
create policy only_the_author_knows_an_anonymous_reply on anonymous_comment_authors for select to community_member
  using (profile_id = (select my_profile_id()));

-- Counters, times and the search column are the triggers'.
grant select, delete, insert (title, content, tags, user_id, is_anonymous, is_pinned), update (title, content, tags, is_pinned)
  on posts to community_member;
grant select, delete, insert (content, post_id, user_id, is_anonymous), update (content) on comments to community_member;
grant select, delete, insert (post_id, profile_id) on post_likes to community_member;
grant select on anonymous_post_authors, anonymous_comment_authors to community_member;
grant select, insert, update, delete on forum_topics, forum_replies to community_member;

-- A member leaves. What they wrote in their name goes with them or becomes nobody's at once. What they wrote anonymously must
-- not move with it: whoever watches would see that it was theirs.

create or replace function random_moment_within(span interval) returns timestamptz language sql
  -- Of a version 4 uuid, since random() can be foretold.
  as $$ select now() + span * (('x' || right(gen_random_uuid()::text, 8))::bit(32)::bigint / 4294967296.0)::float8 $$;

-- Parts a member from what they wrote anonymously, without a sign: the rows themselves are not touched. To be removed, each
-- piece goes at a time of its own (remove_one_due).
create or replace function detach_anonymous_content(account uuid, profile integer, to_be_removed boolean) returns void language plpgsql as $$
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
create or replace function blank_topics(topics integer[]) returns void language sql as $$
  update posts set title = 'Deleted topic', content = 'The text of this topic was deleted.', tags = '{General}',
      user_id = null, is_anonymous = true, is_pinned = false where id = any (topics);
  update posts set updated_at = created_at, version = 1 where id = any (topics);
$$;

create or replace function forget_member_in_forum() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform detach_anonymous_content(old.user_id, old.id, true);
  delete from comments where user_id = old.id;
  -- Anonymous replies count as those of others, also where they were the member's own.
  delete from posts where user_id = old.id and comments_count = 0;
  perform blank_topics(array(select id from posts where user_id = old.id));
  return old;
end $$;

-- Removes one piece whose time has come, as its author would have. False: there is none.
create or replace function remove_one_due() returns boolean security definer set search_path = public, pg_temp language plpgsql as $$
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
  remove_one_due() from public;
grant execute on function remove_one_due() to community_server;
