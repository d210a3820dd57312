-- Offers to make an introduction that somebody requested. Only the requester and the offerer know of an offer, so ids are random and
-- introduction_requests has no column about them.
create table introduction_offers (
  id uuid primary key default gen_random_uuid(),
  request_id integer not null references introduction_requests on delete cascade,
  user_id uuid references users on delete set null, -- the offerer: the introducer, once the offer is accepted; null: agreed, and has left
  note text not null default '' check (char_length(note) <= 1000), -- private, to the requester
  state text not null default 'open' check (state in ('open', 'accepted', 'asked', 'agreed', 'withdrawn', 'passed', 'closed')),
  closed_word text check (closed_word in ('requester', 'status', 'target', 'reported_no', 'no_answer', 'left')), -- why it was closed
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  asked_at timestamptz, -- when the requester accepted it
  constraint closed_with_a_word check ((state = 'closed') = (closed_word is not null)),
  constraint has_an_offerer check (user_id is not null or state in ('agreed', 'closed'))
);
create unique index one_live_offer_of_a_member on introduction_offers (request_id, user_id) where state in ('open', 'accepted', 'asked', 'agreed');
create unique index one_chosen_offer on introduction_offers (request_id) where state in ('accepted', 'asked', 'agreed');
create index introduction_offers_of_request on introduction_offers (request_id, created_at);
create index introduction_offers_of_user on introduction_offers (user_id);
create index introduction_offers_waiting on introduction_offers (asked_at) where state in ('accepted', 'asked');

-- What a target who is a member answered. Read by the target only: nobody learns of 'not_now'.
create table introduction_answers (
  offer_id uuid primary key references introduction_offers on delete cascade,
  user_id uuid not null references users on delete cascade, -- the target
  answer text not null check (answer in ('yes', 'not_now')),
  answered_at timestamptz not null default now()
);
create index introduction_answers_of_user on introduction_answers (user_id);

-- What happened to an offer. An answer 'not_now' is no step.
create table introduction_steps (
  id uuid primary key default gen_random_uuid(),
  offer_id uuid not null references introduction_offers on delete cascade,
  kind text not null check (kind in ('offered', 'accepted', 'passed', 'asked', 'agreed', 'reported_yes', 'reported_no', 'withdrawn', 'closed')),
  user_id uuid references users on delete set null, -- who did it; null: happened by itself, or the member has left
  seen_by uuid[] not null, -- accounts
  created_at timestamptz not null default clock_timestamp() -- several steps of one transaction follow each other
);
create index introduction_steps_of_offer on introduction_steps (offer_id, created_at);
create index introduction_steps_of_user on introduction_steps (user_id);

-- The address that a member agreed to share: the requester by accepting an offer, the target by saying yes. Deleted when the offer ends.
create table introduction_contacts (
  offer_id uuid not null references introduction_offers on delete cascade,
  user_id uuid not null references users on delete cascade,
  email text not null,
  primary key (offer_id, user_id)
);
create index introduction_contacts_of_user on introduction_contacts (user_id);

alter table introduction_offers enable row level security;
alter table introduction_answers enable row level security;
alter table introduction_steps enable row level security;
alter table introduction_contacts enable row level security;
