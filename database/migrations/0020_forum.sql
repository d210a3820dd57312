-- The forum: topics (posts), replies (comments) and likes. Ids rise with time, so 'newest first' is by id, and the primary
-- key is the index of the list.

create table posts (
  id integer generated always as identity primary key,
  user_id integer references profiles,      -- null: anonymous, or written by the community itself
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  content text not null check (btrim(content) <> '' and char_length(content) <= 20000),
  tags text[] not null default '{General}'  -- the first one is the category
    check (tags <@ array['General', 'Fundraising', 'Product', 'Marketing', 'Tech', 'Hiring', 'Legal', 'Growth']),
  is_anonymous boolean not null default false,
  is_pinned boolean not null default false,
  comments_count integer not null default 0 check (comments_count >= 0),
  likes_count integer not null default 0 check (likes_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint anonymous_topics_name_nobody check (not is_anonymous or user_id is null)
) with (fillfactor = 90);                   -- room for the counters to change in place
create index posts_of_author on posts (user_id);
create index posts_by_time on posts (created_at, id);

create table comments (
  id integer generated always as identity primary key,
  post_id integer not null references posts on delete cascade,
  user_id integer references profiles,
  parent_comment_id integer references comments on delete set null,
  content text not null check (btrim(content) <> '' and char_length(content) <= 20000),
  is_anonymous boolean not null default false,
  likes_count integer not null default 0 check (likes_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint anonymous_replies_name_nobody check (not is_anonymous or user_id is null)
);
create index comments_of_post on comments (post_id, id);
create index comments_of_author on comments (user_id);
create index comments_of_parent on comments (parent_comment_id) where parent_comment_id is not null;
create index comments_by_time on comments (created_at, id);

create table post_likes (
  id integer generated always as identity unique,
  post_id integer not null references posts on delete cascade,
  profile_id integer not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, profile_id)
);
create index post_likes_of_member on post_likes (profile_id);
create index post_likes_by_time on post_likes (created_at, id);

-- Who wrote what is anonymous. Rules hide rows, never columns, so this cannot stand in posts and comments.
create table anonymous_post_authors (
  post_id integer primary key references posts on delete cascade,
  profile_id integer not null references profiles on delete cascade
);
create index anonymous_post_authors_of_member on anonymous_post_authors (profile_id);
create table anonymous_comment_authors (
  comment_id integer primary key references comments on delete cascade,
  profile_id integer not null references profiles on delete cascade
);
create index anonymous_comment_authors_of_member on anonymous_comment_authors (profile_id);

alter table posts enable row level security;
alter table comments enable row level security;
alter table post_likes enable row level security;
alter table anonymous_post_authors enable row level security;
alter table anonymous_comment_authors enable row level security;

create function category_of(post posts) returns text immutable parallel safe language sql
  as $$ select coalesce(post.tags[1], 'General') $$;

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

create function count_likes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update posts set likes_count = likes_count + 1 where id = new.post_id;
  else
    update posts set likes_count = greatest(likes_count - 1, 0) where id = old.post_id;
  end if;
  return null;
end $$;
create trigger count_likes after insert or delete on post_likes for each row execute function count_likes();

-- Edited is what says something else than before: a pin or a new reply is no edit.
create function mark_edited() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger mark_edited before update on posts for each row
  when ((old.title, old.content, old.tags) is distinct from (new.title, new.content, new.tags)) execute function mark_edited();
create trigger mark_edited before update on comments for each row
  when (old.content is distinct from new.content) execute function mark_edited();

-- A member who leaves takes their words along. A topic in which others take part stays for their sake: blank, and nobody's.
create function forget_member_in_forum() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from comments where user_id = old.id
    or id in (select comment_id from anonymous_comment_authors where profile_id = old.id);
  delete from posts where comments_count = 0 and (user_id = old.id
    or id in (select post_id from anonymous_post_authors where profile_id = old.id));
  update posts set title = 'Deleted topic', content = 'The author of this topic has left the community.', tags = '{General}',
      user_id = null, is_anonymous = true, is_pinned = false
    where user_id = old.id or id in (select post_id from anonymous_post_authors where profile_id = old.id);
  return old;
end $$;
create trigger forget_member_in_forum before delete on profiles for each row execute function forget_member_in_forum();
