-- Introduction requests: a member asks to be introduced to somebody. All members read them; the target's email stands
-- in introduction_targets, because only the requester may see it.

create function urgency_rank(urgency text) returns integer immutable parallel safe language sql
  as $$ select case urgency when 'high' then 2 when 'medium' then 1 else 0 end $$;

create table introduction_requests (
  id integer generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  request_title text check (char_length(request_title) <= 200),
  context text not null default '',
  your_company text check (char_length(your_company) <= 200),
  target_person text check (char_length(target_person) <= 200),
  urgency text not null default 'medium' check (urgency in ('low', 'medium', 'high')),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'approved', 'declined', 'completed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,

  -- What older rows call the same things. Still read, never written.
  target_description text check (char_length(target_description) <= 200),
  title text check (char_length(title) <= 200),
  requester_company text check (char_length(requester_company) <= 200),
  company text check (char_length(company) <= 200),
  target_name text check (char_length(target_name) <= 200),

  -- What a reader sees, whichever name it is stored under: the first that is not empty.
  shown_title text not null generated always as
    (coalesce(nullif(target_description, ''), nullif(request_title, ''), title, '')) stored,
  shown_company text not null generated always as
    (coalesce(nullif(requester_company, ''), nullif(your_company, ''), company, '')) stored,
  shown_person text generated always as (coalesce(nullif(target_person, ''), nullif(target_name, ''))) stored,

  search_text text collate "C" not null default '' -- kept by a trigger, since it has the requester's name
);
-- Ids are given out in order: by id is by date.
create index introduction_requests_by_status on introduction_requests (status, id);
create index introduction_requests_of_user on introduction_requests (user_id, id);
create index introduction_requests_by_urgency on introduction_requests (urgency_rank(urgency), id);
create index introduction_requests_by_title on introduction_requests (shown_title collate names, id);
create index introduction_requests_by_company on introduction_requests (shown_company collate names, id);
create index introduction_requests_search on introduction_requests using gin (search_text gin_trgm_ops);

-- The email of the target is the requester's alone, and so is whether it was changed: it has a version of its own, and the requester's
-- version is the sum of both. So that the sum never falls, the row stays when the email is taken away.
create table introduction_targets (
  request_id integer primary key references introduction_requests on delete cascade,
  target_email text check (target_email <> ''),
  version integer not null default 1
);

create table introduction_comments (
  id integer generated always as identity primary key,
  request_id integer not null references introduction_requests on delete cascade,
  user_id uuid not null references users on delete cascade,
  comment_text text not null check (comment_text ~ '\S'),
  created_at timestamptz not null default now()
);
create index introduction_comments_of_request on introduction_comments (request_id, id);
create index introduction_comments_of_user on introduction_comments (user_id);

-- Who set which status when; the first row of a request is its beginning.
create table introduction_status_changes (
  id integer generated always as identity primary key,
  request_id integer not null references introduction_requests on delete cascade,
  user_id uuid,                             -- no reference: the history outlives an account
  from_status text,
  to_status text not null,
  created_at timestamptz not null default now()
);
create index introduction_status_changes_of_request on introduction_status_changes (request_id, id);

alter table introduction_requests enable row level security;
alter table introduction_targets enable row level security;
alter table introduction_comments enable row level security;
alter table introduction_status_changes enable row level security;
