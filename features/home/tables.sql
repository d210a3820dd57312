-- When a member was here. A visit ends after 30 minutes without a sign of them.
create table member_visits (
  user_id uuid primary key references users on delete cascade,
  last_at timestamptz not null default now(),
  previous_at timestamptz                   -- the end of the visit before this one; null: this is the first
);
alter table member_visits enable row level security;
