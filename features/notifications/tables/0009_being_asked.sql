-- Whether a member is asked when somebody seeks an introduction to an investor they know (features/ties).
alter table notification_settings add column may_be_asked boolean not null default true;
