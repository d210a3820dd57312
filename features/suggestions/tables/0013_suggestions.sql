-- Members whom a requester asks by name whether they can make the introduction. Only the requester reads whom.
create table introduction_asks (
  id uuid primary key default gen_random_uuid(),
  request_id integer references introduction_requests on delete set null, -- null: deleted, or for somebody else now. Still counts for its week
  user_id uuid not null references users on delete cascade, -- who asks
  asked_id integer not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  unique (request_id, asked_id)
);
create index introduction_asks_of_user on introduction_asks (user_id, created_at);
create index introduction_asks_of_asked on introduction_asks (asked_id);

alter table introduction_asks enable row level security;

-- For the suggestions: who can help with something, and who works at the same company.
create index profiles_by_help on profiles using gin (can_help_with);
create index profiles_by_company on profiles using hash (plain(company_name)) where company_name <> '';
