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
  version integer not null default 1,
  -- Kept by a trigger, since they have the author's name: title, category and author; and the words of these and of the content.
  search_text text collate "C" not null default '',
  words tsvector not null default '',
  constraint anonymous_topics_name_nobody check (not is_anonymous or user_id is null)
) with (fillfactor = 90);                   -- room for the counters to change in place
create index posts_of_author on posts (user_id);
create index posts_by_time on posts (created_at, id);
create index posts_search on posts using gin (search_text gin_trgm_ops);
create index posts_words on posts using gin (words);

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
  version integer not null default 1,
  words tsvector not null generated always as (words_of(content)) stored,
  constraint anonymous_replies_name_nobody check (not is_anonymous or user_id is null)
);
create index comments_of_post on comments (post_id, id);
create index comments_of_author on comments (user_id);
create index comments_of_parent on comments (parent_comment_id) where parent_comment_id is not null;
create index comments_by_time on comments (created_at, id);
create index comments_words on comments using gin (words);

-- Likes of anonymous topics are told to nobody, but numbers that all likes get one after the other would let everybody count those
-- between two likes of named topics. So they are drawn at random (gen_random_uuid() takes from the operating system's random source).
-- They only order likes of the same moment: what identifies a like is its topic and its member.
create table post_likes (
  id integer not null default ('x' || right(gen_random_uuid()::text, 7))::bit(28)::integer,
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

-- What a member wrote anonymously and wants removed when they leave. It goes piece by piece, each at a random time of its own, so that
-- it cannot be tied to them or to each other. No column says whose it was, or since when it waits.
create table pending_removals (
  kind text not null check (kind in ('post', 'comment')),
  id integer not null,
  due_at timestamptz not null,
  primary key (kind, id)
);
create index pending_removals_by_time on pending_removals (due_at);

alter table posts enable row level security;
alter table comments enable row level security;
alter table post_likes enable row level security;
alter table anonymous_post_authors enable row level security;
alter table anonymous_comment_authors enable row level security;
alter table pending_removals enable row level security;

-- A new forum is not an empty room. Its author is the community: no user.
insert into posts (title, content, tags, user_id, is_anonymous) values (
  'Welcome to the community!',
  'This is the place to ask, to share and to think out loud with other founders.

A few ideas for a first topic:

- introduce yourself: what you are building, and for whom
- ask for help with the thing that keeps you up at night
- share something that worked, or that did not

Be candid, be kind, and keep what you read here among us.',
  '{General}', null, false);
