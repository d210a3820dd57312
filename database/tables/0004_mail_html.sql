-- Mails have an HTML part and headers. A mail about a notification is deleted with it while it is unsent.
alter table outbox add column html text;  -- null: made from the text when the mail is sent
alter table outbox add column headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object');
alter table outbox add column notification_id uuid references notifications on delete cascade;
create index outbox_of_notification on outbox (notification_id) where notification_id is not null;
