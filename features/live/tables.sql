-- What changed lately, for browsers that show it without a reload. Only which row it was: what it says is asked for under the
-- rules, by those who may see it. Who did it is not here, so that nobody anonymous can be guessed.

create unlogged table live_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  op text not null check (op in ('insert', 'update', 'delete')),
  row_id integer not null,
  parent_id integer,
  only_for uuid                             -- null: for every member
);
create index live_changes_by_age on live_changes (at);

-- The streams that are open, over all processes: a member has a few browsers, not hundreds.
create unlogged table live_streams (
  id uuid primary key,
  user_id uuid not null,
  seen_at timestamptz not null default now()
);
create index live_streams_of_user on live_streams (user_id);

alter table live_changes enable row level security;
alter table live_streams enable row level security;
