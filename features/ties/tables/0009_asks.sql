-- A requester asks those who know the investor. Whom it told stands in nobody's rows but the notifications of those told.
create table tie_asks (
  id uuid primary key default gen_random_uuid(),
  request_id integer references introduction_requests on delete set null, -- null: deleted. The ask still counts for its week
  user_id uuid not null references users on delete cascade, -- who asks
  investor_id integer not null, -- whom the request was about at that time; no reference: may be deleted since
  created_at timestamptz not null default now()
);
create index tie_asks_of_user on tie_asks (user_id, created_at);
create index tie_asks_of_request on tie_asks (request_id, created_at);

alter table tie_asks enable row level security;
