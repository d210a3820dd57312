-- Mails have an HTML part and headers.
alter table outbox add column html text;  -- null: made from the text when the mail is sent
alter table outbox add column headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object');
