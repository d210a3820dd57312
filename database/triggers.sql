-- Trigger functions shared by several slices, and the triggers on account tables.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Optimistic concurrency: increments the version of an edited row, so that two people or tabs do not overwrite each other. The `when` of
-- each table's trigger limits it to changes of editable columns.
create function stamp_edit() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  if 'updated_at' = any (tg_argv) then
    -- Keep a time set by the operator or the demo; members cannot write this column.
    if new.updated_at = old.updated_at then new.updated_at := now(); end if;
  end if;
  if 'updated_by' = any (tg_argv) then new.updated_by := coalesce(me(), new.updated_by); end if;
  return new;
end $$;

-- Dates a row that becomes public: when it was written in private would tell others that it existed.
create function date_published() returns trigger language plpgsql as $$
begin
  new.created_at := now();
  return new;
end $$;

-- The audit log is append-only, except that forget_old_audit() deletes old entries. The age is checked here too, so that
-- no mistake in a setting or in that function can delete an entry of the last 30 days.
create function refuse_early_deletion() returns trigger language plpgsql as $$
begin
  if current_setting('app.forgets_old_audit', true) is distinct from 'on' or old.at > now() - interval '30 days' then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger audit_log_is_append_only before update or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_log_loses_old_entries_only before delete on audit_log
  for each row execute function refuse_early_deletion();

-- Revokes all access (revoke_access, rules.sql) when any statement changes the password, the address or a verified factor, or disables
-- the account. The server can exempt one session with app.keep_session, set for the transaction.
create function end_access_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform revoke_access(new.id, nullif(current_setting('app.keep_session', true), '')::uuid);
  return null;
end $$;
create trigger end_access after update on users for each row
  when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email
    or (old.disabled_at is null and new.disabled_at is not null))
  execute function end_access_of_user();

-- Adds the job that sends a mail (docs/decisions/jobs.md) in the same transaction, so that no caller can forget it.
create function enqueue_mail() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue('mail', jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger enqueue_mail after insert on outbox for each row execute function enqueue_mail();
-- Adds missing jobs: for mails older than the queue, or whose job was lost. A mail that failed finally keeps its failed job.
select enqueue('mail', jsonb_build_object('id', id)) from outbox
  where sent_at is null and not exists (select from jobs.job where name = 'mail' and singleton_key = outbox.id::text);

-- Notifies open browsers of a changed row: kind, operation and ids, never content (docs/decisions/live.md).
create function announce_change(kind text, op text, row_id integer, parent_id integer, only_for uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare change bigint;
begin
  -- Set by the bulk inserts of benchmarks (bench/community.ts), and while a job updates a member's many rows.
  if current_setting('app.suppress_live', true) = 'on' then return; end if;
  insert into live_changes (kind, op, row_id, parent_id, only_for) values
      (announce_change.kind, lower(announce_change.op), announce_change.row_id, announce_change.parent_id, announce_change.only_for)
    returning id into change;
  perform pg_notify('community_live', json_build_array(change, kind, lower(op), row_id, parent_id, only_for)::text);
end $$;
revoke execute on function announce_change(text, text, integer, integer, uuid) from public;

create function announce() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed record;
  parent integer;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'comments' then parent := changed.post_id;
  elsif tg_table_name = 'introduction_comments' then parent := changed.request_id;
  end if;
  perform announce_change(tg_table_name, tg_op, changed.id, parent, null);
  return null;
end $$;

-- Deletes the notifications about a row that is deleted or hidden. The trigger's arguments: 'thread' and its kind, or 'subject', its kind, and
-- the table and the column of its thread. They are named remove_notifications: triggers run in the order of their names, and inserts and deletes
-- must lock the row with the counters before the notifications. A thread may have hundreds of subjects, of which thousands of members were
-- told: the acts of what is deleted with its thread are deleted later, in batches (forget_acts).
-- Here because the triggers of slices that come before the notifications use it.
create function forget_notifications() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare is_with_thread boolean := tg_argv[0] = 'thread';
begin
  if is_with_thread then
    with gone as (delete from notifications where thread_kind = tg_argv[1] and thread_id = old.id::text returning id)
      insert into forgotten_notifications (id) select id from gone;
  else
    execute format('select not exists (select from %I where id = ($1).%I)', tg_argv[2], tg_argv[3]) into is_with_thread using old;
  end if;
  if is_with_thread then
    insert into forgotten_subjects (subject_kind, subject_id) values (tg_argv[1], old.id::text) on conflict do nothing;
  else
    delete from notification_acts where subject_kind = tg_argv[1] and subject_id = old.id::text;
  end if;
  return null;
end $$;
