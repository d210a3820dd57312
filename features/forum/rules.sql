-- Permissions of the forum: all members read; only the author pins, edits and deletes. The fields can_edit and can_pin also use is_mine,
-- so a screen cannot offer what these policies refuse.

-- For anonymous content posts.user_id and comments.user_id are null (a check constraint). A trigger stores the author in
-- anonymous_post_authors and anonymous_comment_authors, which only the author can read.
create policy only_the_author_knows_an_anonymous_topic on anonymous_post_authors for select to community_member
  using (profile_id = (select my_profile_id()));
create policy only_the_author_knows_an_anonymous_reply on anonymous_comment_authors for select to community_member
  using (profile_id = (select my_profile_id()));
grant select on anonymous_post_authors, anonymous_comment_authors to community_member;

create function wrote_anonymous_topic(post_id integer) returns boolean stable language sql as $$
  select exists (select from anonymous_post_authors a where a.post_id = $1 and a.profile_id = my_profile_id()) $$;
create function wrote_anonymous_reply(comment_id integer) returns boolean stable language sql as $$
  select exists (select from anonymous_comment_authors a where a.comment_id = $1 and a.profile_id = my_profile_id()) $$;

create function in_my_name(user_id integer, is_anonymous boolean) returns boolean stable language sql as $$
  select case when is_anonymous then user_id is null and my_profile_id() is not null
    else coalesce(user_id = my_profile_id(), false) end $$;

-- On an anonymous topic each member sees only their own like: the list of likes could reveal the author.
create policy members_see_who_likes_a_named_topic on post_likes for select to community_member
  using (profile_id = (select my_profile_id()) or not exists (select from posts p where p.id = post_id and p.is_anonymous));

create function is_mine(post posts) returns boolean stable language sql as $$
  select coalesce(post.user_id = my_profile_id(), false) or (post.is_anonymous and wrote_anonymous_topic(post.id)) $$;
create function is_mine(reply comments) returns boolean stable language sql as $$
  select coalesce(reply.user_id = my_profile_id(), false) or (reply.is_anonymous and wrote_anonymous_reply(reply.id)) $$;

create policy members_read_all_topics on posts for select to community_member using (true);
create policy members_start_topics_in_their_own_name on posts for insert to community_member
  with check (in_my_name(user_id, is_anonymous));
create policy only_the_author_edits_and_pins on posts for update to community_member
  using (is_mine(posts));
create policy only_the_author_deletes on posts for delete to community_member using (is_mine(posts));

create policy members_read_all_replies on comments for select to community_member using (true);
create policy members_reply_in_their_own_name on comments for insert to community_member
  with check (in_my_name(user_id, is_anonymous));
create policy only_the_author_edits_a_reply on comments for update to community_member using (is_mine(comments));
create policy only_the_author_deletes_a_reply on comments for delete to community_member using (is_mine(comments));

-- Whom a topic's replies tell is visible to nobody else: its followers include its anonymous author.
create policy members_follow_for_themselves on topic_follows to community_member
  using (profile_id = (select my_profile_id())) with check (profile_id = (select my_profile_id()));
grant select, delete, insert (post_id, profile_id) on topic_follows to community_member;

create policy only_the_member_knows_their_visits on topic_visits to community_member
  using (profile_id = (select my_profile_id())) with check (profile_id = (select my_profile_id()));
grant select, insert (post_id, profile_id, last_reply_id), update (last_reply_id, visited_at) on topic_visits to community_member;

create policy members_like_for_themselves on post_likes for insert to community_member
  with check (profile_id = (select my_profile_id()));
create policy members_take_their_own_like_back on post_likes for delete to community_member
  using (profile_id = (select my_profile_id()));

create function category_of(post posts) returns text immutable parallel safe language sql
  as $$ select coalesce(post.tags[1], 'General') $$;

-- The forum under its older names: views over posts and comments. security_invoker: the policies of those tables apply to the
-- member who uses the view.

create view forum_topics with (security_invoker = true) as
  select id, title, content, category_of(posts) as category, user_id, is_pinned as pinned, created_at, updated_at from posts;

create view forum_replies with (security_invoker = true) as
  select id, content, post_id as topic_id, user_id, created_at from comments;

-- Only triggers write counters, times and search columns.
grant select, delete, insert (title, content, tags, user_id, is_anonymous, is_pinned, mentions), update (title, content, tags, is_pinned, mentions)
  on posts to community_member;
grant select, delete, insert (content, post_id, user_id, is_anonymous, mentions), update (content, mentions) on comments to community_member;
grant select, delete, insert (post_id, profile_id) on post_likes to community_member;
grant select, insert, update, delete on forum_topics, forum_replies to community_member;
