-- Notifications: what tells a member of acts of others. Rows contain ids, never texts or names: the words are read with the
-- recipient's rights when a notification is shown or mailed.

-- Acts of one kind in one thread (a topic, a request, …) are gathered into one notification until it is read.
create table notifications (
  id uuid primary key default gen_random_uuid(), -- random: numbers would tell how many notifications others get
  user_id uuid not null references users on delete cascade, -- the recipient
  kind text not null,                       -- features/notifications/shared/kinds.ts
  thread_kind text not null,                -- where it leads: topic, request, investor, event, account
  thread_id text not null,
  latest_at timestamptz not null default now(), -- when the latest act was told
  read_at timestamptz
);
create unique index notifications_gathered on notifications (user_id, kind, thread_kind, thread_id) where read_at is null;
create index notifications_of_user on notifications (user_id, latest_at, id);
create index notifications_unread on notifications (user_id, latest_at, id) where read_at is null;
create index notifications_of_thread on notifications (thread_kind, thread_id);

create table notification_acts (
  id bigint generated always as identity primary key, -- never shown
  notification_id uuid references notifications on delete cascade, -- null: the act was undone, but must not tell again
  user_id uuid not null references users on delete cascade, -- the recipient
  kind text not null,
  subject_kind text not null,               -- what was done: a reply, a comment, a change of status
  subject_id text not null,
  actor_id integer references profiles on delete cascade, -- null: anonymous, or nobody's act
  -- The same act tells a member once, even if it is undone and done again.
  constraint notification_acts_tell_once unique nulls not distinct (user_id, kind, subject_kind, subject_id, actor_id)
);
create index notification_acts_of_notification on notification_acts (notification_id, id);
create index notification_acts_of_subject on notification_acts (subject_kind, subject_id, user_id);
create index notification_acts_of_actor on notification_acts (actor_id);

-- Members whose acts do not tell this member. Those muted do not learn of it.
create table mutes (
  user_id uuid not null references users on delete cascade,
  muted_id integer not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, muted_id)
);
create index mutes_of_muted on mutes (muted_id);

-- A member without a row has the defaults.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  time_zone text check (char_length(time_zone) between 1 and 64), -- null: the community's
  digest text not null default 'daily' check (digest in ('daily', 'weekly', 'never')),
  quiet_from time,                          -- no mails between these times of the member's day; null: always
  quiet_until time,
  ways jsonb not null default '{}' check (jsonb_typeof(ways) = 'object'), -- by kind: app, mail or digest; absent: default_way(kind)
  constraint quiet_hours_have_two_ends check ((quiet_from is null) = (quiet_until is null))
);

alter table notifications enable row level security;
alter table notification_acts enable row level security;
alter table mutes enable row level security;
alter table notification_settings enable row level security;
