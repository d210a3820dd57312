-- The second factor: what an account can prove beside its password; links that change or confirm an address; and the keys we
-- sign tokens with.

create table factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone')),
  issuer text,
  phone text,
  secret bytea,                             -- of a totp factor, encrypted with the server's key
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  last_step bigint not null default 0,      -- a step's code is accepted once
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- A factor that is not verified yet is an enrolment. It belongs to the session that began it and ends with that session.
  session_id uuid references sessions on delete cascade,
  check ((factor_type = 'totp') = (secret is not null)),
  check ((factor_type = 'phone') = (phone is not null)),
  constraint only_enrolments_have_a_session check ((status = 'unverified') = (session_id is not null))
);
create index factors_of_user on factors (user_id);
create index factors_of_session on factors (session_id) where session_id is not null;

create table factor_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references factors on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  channel text check (channel in ('sms', 'whatsapp')),
  code_hash bytea,                          -- of a code that we sent
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index factor_challenges_of_factor on factor_challenges (factor_id);
create index factor_challenges_of_session on factor_challenges (session_id);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A browser on which the second factor was given, and which need not give it again for 30 days.
create table remembered_devices (
  token_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index remembered_devices_of_user on remembered_devices (user_id);

-- A new address counts once its owner has opened the link we sent there.
create table email_changes (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  new_email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_changes_of_user on email_changes (user_id);

-- An address counts as its owner's once they have opened a link that was sent there.
create table email_confirmations (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,                      -- the address it was sent to: the link confirms no other
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_confirmations_of_user on email_confirmations (user_id);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk bytea not null,               -- encrypted with the server's key
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

alter table factors enable row level security;
alter table factor_challenges enable row level security;
alter table recovery_codes enable row level security;
alter table remembered_devices enable row level security;
alter table email_changes enable row level security;
alter table email_confirmations enable row level security;
alter table signing_keys enable row level security;
