-- The key pairs that identify this server to push services (VAPID). A subscription belongs to the key that the browser made it for. There is more
-- than one only if SECRET_KEY was replaced: the newest one that it decrypts is used for new subscriptions.
create table push_keys (
  public_key text primary key,
  private_key bytea not null,               -- encrypted with the server's key
  created_at timestamptz not null default now()
);

-- The browsers that get push messages. A subscription belongs to one session and ends with it.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(), -- new whenever the subscription changes hands: the service worker asks for it (checkPush)
  session_id uuid not null unique references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000), -- where the push service of the browser takes messages
  p256dh text not null check (length(p256dh) <= 100), -- the browser's keys: the push service cannot read a message
  auth text not null check (length(auth) <= 40),
  public_key text not null references push_keys,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_of_key on push_subscriptions (public_key);

alter table push_keys enable row level security;
alter table push_subscriptions enable row level security;
