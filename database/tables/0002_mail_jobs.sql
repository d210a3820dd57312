-- Mails are sent by jobs (docs/decisions/jobs.md): the outbox holds no lease any more. Mails that wait get their job from database/triggers.sql.
drop index outbox_waiting;
alter table outbox drop column leased_until, drop column attempts;
alter table outbox add column message_id uuid not null default gen_random_uuid(); -- the same at every try, so that a mail sent twice is known as one
