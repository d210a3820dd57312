-- One table for the links in mails, instead of one for each purpose. The token is only in the mail: the table has its SHA-256.
create table signed_links (
  token_hash bytea primary key,
  purpose text not null,                    -- what the link does: LinkPurpose in server/session/links.ts
  user_id uuid not null references users on delete cascade,
  subject text not null default '',         -- what it does it to: the new address, the address to confirm, the kind of mail to stop
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index signed_links_of_user on signed_links (user_id, purpose);
create index signed_links_by_expiry on signed_links (expires_at);
alter table signed_links enable row level security;

insert into signed_links (token_hash, purpose, user_id, created_at, expires_at, used_at)
  select token_hash, 'reset-password', user_id, created_at, expires_at, used_at from password_resets;
insert into signed_links (token_hash, purpose, user_id, subject, created_at, expires_at, used_at)
  select token_hash, 'confirm-email', user_id, new_email, expires_at - interval '1 day', expires_at, used_at from email_changes;
insert into signed_links (token_hash, purpose, user_id, subject, created_at, expires_at, used_at)
  select token_hash, 'confirm-address', user_id, email, created_at, expires_at, used_at from email_confirmations;
drop table password_resets;
drop table email_changes;
drop table email_confirmations;
