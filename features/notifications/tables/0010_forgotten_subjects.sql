-- What was deleted with its thread. Its acts, up to one for each reply and follower of a topic, are deleted later in batches (forget_acts).
create table forgotten_subjects (
  subject_kind text not null,
  subject_id text not null,
  primary key (subject_kind, subject_id)
);
alter table forgotten_subjects enable row level security;
-- Its notifications, for acts with other subjects, such as a status.
create table forgotten_notifications (id uuid primary key);
alter table forgotten_notifications enable row level security;

-- Deleting the notifications of a thread does not wait for the deletion of their acts.
alter table notification_acts drop constraint notification_acts_notification_id_fkey;
