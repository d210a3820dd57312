-- Who is told of new replies to a topic. Nobody else sees it: it would tell who wrote an anonymous topic.
create table topic_follows (
  post_id integer not null references posts on delete cascade,
  profile_id integer not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, profile_id)
);
create index topic_follows_of_member on topic_follows (profile_id);
alter table topic_follows enable row level security;

-- The members whose names were picked as @name while writing.
alter table posts add column mentions integer[] not null default '{}' check (cardinality(mentions) <= 10);
alter table comments add column mentions integer[] not null default '{}' check (cardinality(mentions) <= 10);

-- Posting or replying follows a topic.
insert into topic_follows (post_id, profile_id, created_at)
  select post_id, profile_id, min(created_at) from (
    select id as post_id, user_id as profile_id, created_at from posts
    union all select post_id, user_id, created_at from comments
    union all select p.id, a.profile_id, p.created_at from anonymous_post_authors a join posts p on p.id = a.post_id
    union all select c.post_id, a.profile_id, c.created_at from anonymous_comment_authors a join comments c on c.id = a.comment_id) authors
  where profile_id is not null group by post_id, profile_id;
