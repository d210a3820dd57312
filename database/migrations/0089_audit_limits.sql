-- Whether the log says already that this address had to wait: once for each row of failures, not once for each try.
alter table sign_in_failures add column is_logged boolean not null default false;

-- The log stays append-only, except that forget_old_audit() (database/rules.sql) removes entries whose time has passed. The age is
-- checked here too, so that no mistake in a setting or in that function can remove an entry of the last 30 days.
create function refuse_early_deletion() returns trigger language plpgsql as $$
begin
  if current_setting('app.forgets_old_audit', true) is distinct from 'on' or old.at > now() - interval '30 days' then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before update or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_log_loses_old_entries_only before delete on audit_log
  for each row execute function refuse_early_deletion();

create index audit_log_by_age on audit_log (at);
