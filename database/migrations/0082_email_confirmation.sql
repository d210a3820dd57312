-- An address counts as its owner's once they have opened a link that was sent there.
alter table users
  add column email_confirmed_at timestamptz,    -- null: never confirmed
  add column confirmation_asked_at timestamptz; -- when the first confirmation mail was written

create table email_confirmations (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,                          -- the address it was sent to: the link confirms no other
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_confirmations_of_user on email_confirmations (user_id);
alter table email_confirmations enable row level security;

-- The rules define it again with three more columns, which "create or replace" cannot do.
drop function if exists enter(bytea);
