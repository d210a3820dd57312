-- Members whom a member does not want to be shown again under 'People for you'. Nobody else reads it.
create table match_refusals (
  user_id uuid not null references users on delete cascade,
  refused_id integer not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, refused_id)
);
create index match_refusals_of_refused on match_refusals (refused_id);

-- Without a row: suggested. Nobody else reads it.
create table match_settings (
  user_id uuid primary key references users on delete cascade,
  is_suggested boolean not null
);

-- In a large community: the profiles that match a member best, in order, kept ready by a job (keep_matches in rules.sql).
create table match_orders (
  user_id uuid primary key references users on delete cascade,
  best integer[] not null,
  made_at timestamptz not null default now()
);

alter table match_refusals enable row level security;
alter table match_settings enable row level security;
alter table match_orders enable row level security;
