-- How members are drawn for 'People for you'. One row; no role can read it, only the functions that draw. The secret keeps members from computing who was to be drawn.
create table match_draws (
  is_only boolean primary key default true check (is_only),
  secret bytea not null check (length(secret) >= 32),
  -- How long a member who rests is left out (is_suggested_to_me in rules.sql): from all suggestions, and from those to one other member. 0: never.
  rest_days integer not null check (rest_days >= 0),
  pair_rest_days integer not null check (pair_rest_days >= 0)
);
insert into match_draws (secret, rest_days, pair_rest_days)
  values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 35, 364);

-- A choice holds from the next day on. Until then, the one before it.
alter table match_settings add column was_suggested boolean not null default true, add column changed_on date not null default '-infinity';

alter table match_draws enable row level security;
