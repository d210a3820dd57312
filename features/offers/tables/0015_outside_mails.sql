-- Mails to targets outside of the community, which we send on the word of the introducer (docs/decisions/outside-mails.md). A row stays for
-- 'once per address and request', and so that 'never again' works later. It outlives the request, since it counts for the limit per day.
create table outside_mails (
  id uuid primary key default gen_random_uuid(),
  request_id integer references introduction_requests on delete set null,
  user_id uuid references users on delete set null, -- the introducer
  address_hash bytea not null, -- with a key that is not in the database
  token_hash bytea not null unique,
  sent_at timestamptz not null default now(),
  constraint once_per_address_and_request unique (request_id, address_hash)
);
create index outside_mails_of_user on outside_mails (user_id, sent_at);
create index outside_mails_of_address on outside_mails (address_hash);

-- The address of such a mail while its question is open; deleted with the answer or the end of the offer. After a yes by the link it is the
-- address that was shared, until the offer ends.
create table outside_addresses (
  mail_id uuid primary key references outside_mails on delete cascade,
  offer_id uuid not null references introduction_offers on delete cascade,
  address text not null check (char_length(address) <= 254),
  is_shared boolean not null default false
);
create index outside_addresses_of_offer on outside_addresses (offer_id);

-- Who asked never to be written to again. Kept for good.
create table blocked_addresses (
  address_hash bytea primary key,
  created_at timestamptz not null default now()
);

-- The introduction as one mail to both, planned by the yes. The primary key is why it is sent once.
create table introduction_mails (
  offer_id uuid primary key references introduction_offers on delete cascade,
  planned_at timestamptz not null default now(),
  posted_at timestamptz -- when a job has written it to the outbox, or found that it is not to be sent
);
create index introduction_mails_planned on introduction_mails (planned_at) where posted_at is null;

alter table introduction_steps add column outsider text; -- the name of a target outside who answered by the link

alter table outbox add column other_recipients text[] not null default '{}'; -- in the same mail, seen by all
alter table outbox add column reply_to text[] not null default '{}';
-- A mail of an offer: deleted with it, and without addresses and names once it is sent.
alter table outbox add column offer_id uuid references introduction_offers on delete cascade;
create index outbox_of_offer on outbox (offer_id) where offer_id is not null;

alter table outside_mails enable row level security;
alter table outside_addresses enable row level security;
alter table blocked_addresses enable row level security;
alter table introduction_mails enable row level security;
