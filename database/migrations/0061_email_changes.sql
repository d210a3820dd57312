-- A new address counts once its owner has opened the link we sent there.
create table email_changes (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  new_email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_changes_of_user on email_changes (user_id);
alter table email_changes enable row level security;
