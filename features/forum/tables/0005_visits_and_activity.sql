-- Which replies a member has seen. Nobody else sees it.
create table topic_visits (
  post_id integer not null references posts on delete cascade,
  profile_id integer not null references profiles on delete cascade,
  last_reply_id integer not null default 0, -- the newest reply that was shown; 0: there was none
  visited_at timestamptz not null default now(),
  primary key (post_id, profile_id)
);
create index topic_visits_of_member on topic_visits (profile_id);
alter table topic_visits enable row level security;

-- When the latest reply was written, or else the topic.
alter table posts add column active_at timestamptz not null default now();
update posts p set active_at = greatest(created_at, (select max(created_at) from comments c where c.post_id = p.id));
create index posts_by_activity on posts (active_at, id);
