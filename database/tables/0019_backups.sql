-- The backups that were made (docs/decisions/backup.md), for the notice in /readyz.
create table backups (
  id bigint generated always as identity primary key,
  made_at timestamptz not null,
  place text not null,
  bytes bigint not null check (bytes >= 0),
  is_encrypted boolean not null
);
create index backups_by_time on backups (made_at);
alter table backups enable row level security;
