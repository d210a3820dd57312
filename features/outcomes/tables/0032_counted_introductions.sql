-- The introductions that the public number of a member counts, one row each. Without the offer: the row stays when the request is deleted, and does
-- not say which one it was.
create table counted_introductions (
  user_id uuid not null references users on delete cascade, -- the introducer
  counted_at timestamptz not null -- drawn once (ask_outcomes); others see the introduction counted from then on
);
create index counted_introductions_of_user on counted_introductions (user_id, counted_at);
alter table counted_introductions enable row level security;

-- Those that were counted until now.
insert into counted_introductions (user_id, counted_at)
  select o.user_id, now() from introduction_offers o
    where o.state = 'agreed' and o.user_id is not null and exists (select from introduction_outcomes x where x.offer_id = o.id);
