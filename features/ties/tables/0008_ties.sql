-- Who knows which investor. A quiet tie is known to its member only; no order, time or number of a row tells of it, so ids are random
-- and rows have no time.

create function tie_rank(kind text) returns integer immutable parallel safe language sql
  as $$ select array_position(array['well', 'invested', 'met', 'pitched'], kind) $$;

create table investor_ties (
  id uuid primary key default gen_random_uuid(),
  investor_id integer not null references investors on delete cascade,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('well', 'met', 'invested', 'pitched')),
  shown text not null default 'quiet' check (shown in ('named', 'quiet')), -- quiet: only to be asked for introductions
  unique (investor_id, user_id)
);
create index investor_ties_of_user on investor_ties (user_id);
create index investor_ties_by_name on investor_ties (investor_id, tie_rank(kind), user_id) where shown = 'named';

-- The quiet ties as they were last night: 'several more' follows from these rows only, so that nothing changes at the moment at which a
-- member sets or removes a tie, leaves or is disabled (docs/decisions/ties.md).
create table nightly_ties (
  investor_id integer not null, -- no reference: rows of deleted investors go in the next night
  user_id uuid references users on delete set null, -- null: has left since. The row still counts until the next night
  unique (investor_id, user_id)
);
create index nightly_ties_of_user on nightly_ties (user_id);

alter table investor_ties enable row level security;
alter table nightly_ties enable row level security;
