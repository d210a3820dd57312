-- What was and will be mailed of a notification. A row exists if a mail at once was planned or the digest has contained it.
create table notification_mails (
  notification_id uuid primary key references notifications on delete cascade,
  user_id uuid not null references users on delete cascade, -- the recipient
  due_at timestamptz,                       -- when the mail leaves; null: none is planned
  mailed_until bigint not null default 0    -- notification_acts.id: mails have told this act and all earlier ones
);
create index notification_mails_due on notification_mails (due_at) where due_at is not null;
create index notification_mails_of_user on notification_mails (user_id);

-- The mails a member got: for the limit per day, and so that no day has two digests.
create table member_mails (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,                       -- the kind of the notification, or 'digest'
  at timestamptz not null default now(),
  digest_on date,                           -- the day of a digest in the member's time zone
  is_skipped boolean not null default false, -- a digest without anything for the member, which was not sent
  constraint one_digest_a_day unique (user_id, digest_on)
);
create index member_mails_of_user on member_mails (user_id, at);

-- What each of these mails tells, so that a mail that has not left can be taken back.
create table mailed_notifications (
  mail_id bigint not null references member_mails on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  mailed_before bigint not null,            -- notification_mails.mailed_until before this mail
  primary key (mail_id, notification_id)
);
create index mailed_notifications_of_notification on mailed_notifications (notification_id);
alter table outbox add column member_mail_id bigint references member_mails on delete cascade;
create index outbox_of_member_mail on outbox (member_mail_id) where member_mail_id is not null;

alter table notification_mails enable row level security;
alter table member_mails enable row level security;
alter table mailed_notifications enable row level security;
