-- Accounts, sessions and what keeps them safe, and the profile of each account: the tables that every slice builds on.
-- No member reads the tables of this file directly, profiles and their contacts aside.

create extension if not exists pg_trgm;

-- Names sort the same on every machine, whatever locale the cluster was made with.
create collation names (provider = icu, locale = 'en');

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email <> ''),
  username text not null default '',
  password_hash text,                       -- null: cannot sign in with a password
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  email_confirmed_at timestamptz,           -- null: never confirmed
  confirmation_asked_at timestamptz         -- when the first confirmation mail was written
);
create unique index users_email on users (lower(email));

-- What a deleted account leaves behind belongs to the former member: a user who cannot sign in and has no profile, so that
-- nothing is shown in a name and nobody can claim it.
insert into users (id, email, username, disabled_at)
  values ('00000000-0000-4000-8000-000000000000', 'former.member@invalid', 'Former member', now());

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,         -- SHA-256 of the cookie: a stolen table signs nobody in
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  proved_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default '',
  device_hash bytea,                        -- the browser: known_devices.token_hash
  factor_proved_at timestamptz              -- when the second factor was last given in this session; null: never
);
create index sessions_of_user on sessions (user_id);

-- A browser that has signed in before: it escapes the back-off that guessing by others puts on the account.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null default now(),
  passed_factor_at timestamptz,             -- only the second factor makes a browser the owner's; the password makes it known
  primary key (token_hash, user_id)
);
create index known_devices_of_user on known_devices (user_id);

-- Keyed by address, known or not, so that the answer does not tell which addresses exist.
create table sign_in_failures (
  email text primary key,
  failures integer not null default 0 check (failures >= 0),
  last_failed_at timestamptz not null default now(),
  is_logged boolean not null default false  -- the audit log has one entry for each row here, not one for each try
);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_of_user on password_resets (user_id);

-- Counters of the throttle: shared by all processes, and may be lost in a crash.
create unlogged table throttles (
  key text primary key,
  hits integer not null,
  since timestamptz not null default now()
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  user_id uuid,                             -- no reference: the log outlives the account
  ip text not null default '',
  user_agent text not null default '',
  details jsonb not null default '{}'
);
create index audit_log_of_user on audit_log (user_id, at);
create index audit_log_by_age on audit_log (at);

create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  message_id uuid not null default gen_random_uuid() -- the same at every try, so that a mail sent twice is known as one
);

-- The answer to a creating call, kept so that a retry after a lost answer makes no second row.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer,
  reply text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

alter table users enable row level security;
alter table sessions enable row level security;
alter table known_devices enable row level security;
alter table sign_in_failures enable row level security;
alter table password_resets enable row level security;
alter table throttles enable row level security;
alter table audit_log enable row level security;
alter table outbox enable row level security;
alter table idempotency_keys enable row level security;
