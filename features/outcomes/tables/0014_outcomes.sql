-- Whether those who were introduced have met. Asked a week after the yes; each reads only their own row.
create table introduction_outcomes (
  offer_id uuid not null references introduction_offers on delete cascade,
  user_id uuid not null references users on delete cascade, -- the requester, or the target who is a member
  asked_at timestamptz not null default now(),
  answer text check (answer in ('useful', 'met', 'not_met')), -- null: none yet
  answered_at timestamptz,
  primary key (offer_id, user_id),
  constraint answered_at_a_moment check ((answer is null) = (answered_at is null))
);
create index introduction_outcomes_of_user on introduction_outcomes (user_id);
-- For the job that asks.
create index introduction_offers_agreed on introduction_offers (changed_at) where state = 'agreed';

-- The requester thanks the introducer. `request_id` and `introducer_id` are those of the offer, which other members cannot read.
create table introduction_thanks (
  offer_id uuid primary key references introduction_offers on delete cascade,
  request_id integer not null references introduction_requests on delete cascade,
  user_id uuid not null references users on delete cascade, -- the requester
  introducer_id uuid not null references users on delete cascade,
  text text not null check (char_length(text) between 1 and 500),
  is_public boolean not null default false, -- all members read it
  created_at timestamptz not null default now()
);
create index introduction_thanks_of_request on introduction_thanks (request_id, created_at);
create index introduction_thanks_of_user on introduction_thanks (user_id);
create index introduction_thanks_of_introducer on introduction_thanks (introducer_id, created_at);

-- A member without a row shows nothing.
create table outcome_settings (
  user_id uuid primary key references users on delete cascade,
  is_shown boolean not null -- others see how many introductions the member made, and the public thanks
);

alter table introduction_outcomes enable row level security;
alter table introduction_thanks enable row level security;
alter table outcome_settings enable row level security;
