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
