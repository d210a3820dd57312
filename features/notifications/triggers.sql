-- Adding and deleting notifications. The triggers of the slices call these functions, so that nothing that writes a row can forget it.

-- Tells a member of an act. `actor` is a profile, or null for an anonymous act. The thread is what acts are gathered by and where the
-- notification leads; without one it is the subject itself.
create function notify_member(recipient uuid, kind text, subject_kind text, subject_id text, actor integer,
    thread_kind text default null, thread_id text default null) returns void language sql as $$
  select notify_members(array[recipient], kind, subject_kind, subject_id, actor, thread_kind, thread_id) $$;

-- The same for several members, in one statement. Leaves out those who must not be told:
--   the member who did it (me() is known in the act's own transaction; a job passes only recipients who are not the actor),
--   disabled accounts, and all if the actor's account is disabled, those who muted the actor, and those whom this act, or a mention in it, has already told.
-- Concurrent acts wait for each other on the gathered row. The order by user_id prevents deadlocks.
create function notify_members(recipients uuid[], kind text, subject_kind text, subject_id text, actor integer,
    thread_kind text default null, thread_id text default null) returns void
  security definer set search_path = public, pg_temp language plpgsql as $$
#variable_conflict use_column
declare already_told uuid[];
begin
  with recipient as (
    select u.id from users u
    where u.id = any (recipients) and u.disabled_at is null and (u.id is distinct from me() or notify_members.kind = 'account_safety')
      and not exists (select from profiles p join users x on x.id = p.user_id where p.id = actor and (x.id = u.id or x.disabled_at is not null))
      and not exists (select from mutes m where m.user_id = u.id and m.muted_id = actor)
      and not exists (select from notification_acts a where a.user_id = u.id and a.kind in (notify_members.kind, 'mention')
        and a.subject_kind = notify_members.subject_kind and a.subject_id = notify_members.subject_id and a.actor_id is not distinct from actor)
  ), gathered as (
    insert into notifications as n (user_id, kind, thread_kind, thread_id)
      select id, notify_members.kind, coalesce(notify_members.thread_kind, notify_members.subject_kind),
        coalesce(notify_members.thread_id, notify_members.subject_id) from recipient order by id
    on conflict (user_id, kind, thread_kind, thread_id) where read_at is null do update set latest_at = now()
    returning n.id, n.user_id
  ), added as (
    insert into notification_acts (notification_id, user_id, kind, subject_kind, subject_id, actor_id)
      select id, user_id, notify_members.kind, notify_members.subject_kind, notify_members.subject_id, actor from gathered order by user_id
    on conflict on constraint notification_acts_tell_once do nothing
    returning notification_id
  )
  select array_agg(id) into already_told from gathered where id not in (select notification_id from added);
  -- A concurrent transaction has told these members the same act.
  delete from notifications n where n.id = any (already_told) and not exists (select from notification_acts a where a.notification_id = n.id);
end $$;

-- Tells the members who are mentioned by @name in a text: those whose name is in the text, and at most ten of one text, however often it is
-- edited.
create function notify_mentioned(mentions integer[], content text, subject_kind text, subject_id text, thread_kind text, thread_id text) returns void
  language plpgsql as $$
#variable_conflict use_variable
declare earlier uuid[] := array(select a.user_id from notification_acts a
  where a.kind = 'mention' and a.subject_kind = subject_kind and a.subject_id = subject_id);
begin
  perform notify_members(array(select p.user_id from profiles p
      where p.id = any (mentions) and is_mentioned(p, lower(content)) and p.user_id <> all (earlier)
      order by array_position(mentions, p.id) limit greatest(10 - cardinality(earlier), 0)),
    'mention', subject_kind, subject_id, my_profile_id(), thread_kind, thread_id);
end $$;

-- When an act is undone, or is no longer for all: it is not shown any more, and it stays known, so that it does not tell again when it is
-- repeated. A null matches all.
create function withdraw_acts(kind text, subject_kind text, subject_id text, actor integer default null) returns void
  security definer set search_path = public, pg_temp language sql as $$
  update notification_acts a set notification_id = null
    where a.subject_kind = withdraw_acts.subject_kind and a.subject_id = withdraw_acts.subject_id and a.notification_id is not null
      and (withdraw_acts.kind is null or a.kind = withdraw_acts.kind) and (actor is null or a.actor_id = actor) $$;
revoke execute on function notify_member(uuid, text, text, text, integer, text, text),
  notify_members(uuid[], text, text, text, integer, text, text), notify_mentioned(integer[], text, text, text, text, text),
  withdraw_acts(text, text, text, integer) from public;

-- A notification without acts is deleted: the last subject is gone, or the last actor has left. Its row is locked first: a mail that is being
-- written about it waits, and then finds the acts changed (mark_mailed). Locked in the order in which notify_members is called: no deadlock.
create function delete_empty_notifications() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from gone) then return null; end if;
  perform from notifications n where n.id in (select notification_id from gone)
    order by array_position(array['mention', 'my_topic_reply', 'my_request_comment'], n.kind), n.user_id, n.id for update;
  perform take_back_mails(array(select distinct notification_id from gone));
  delete from notifications n using (select distinct notification_id as id from gone) emptied
    where n.id = emptied.id and not exists (select from notification_acts a where a.notification_id = n.id);
  return null;
end $$;
create trigger delete_empty_notifications after delete on notification_acts referencing old table as gone
  for each statement execute function delete_empty_notifications();
create trigger delete_emptied_notifications after update on notification_acts referencing old table as gone
  for each statement execute function delete_empty_notifications();

-- When the operator disables an account, what it did tells nobody any more. Anonymous acts stay: their disappearance would name the author.
create function forget_acts_of_disabled() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from notification_acts a using profiles p where p.user_id = new.id and a.actor_id = p.id;
  return null;
end $$;
create trigger forget_acts after update of disabled_at on users for each row
  when (old.disabled_at is null and new.disabled_at is not null) execute function forget_acts_of_disabled();

-- Tells the open browsers of the recipient that their notifications changed.
create function announce_to_recipients() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform announce_change('notifications', 'update', 0, null, user_id) from (select distinct user_id from changed order by user_id) recipients;
  return null;
end $$;
create trigger announce after insert on notifications referencing new table as changed
  for each statement execute function announce_to_recipients();
create trigger announce_update after update on notifications referencing new table as changed
  for each statement execute function announce_to_recipients();
create trigger announce_delete after delete on notifications referencing old table as changed
  for each statement execute function announce_to_recipients();

create function notify_of_safety() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_member(new.user_id, 'account_safety', 'audit', new.id::text, null, 'account', new.event);
  return null;
end $$;
create trigger notify_of_safety after insert on audit_log for each row
  when (new.user_id is not null and is_about_safety(new.event)) execute function notify_of_safety();

-- Deletes up to `most` acts of what was deleted with its thread. Returns whether there may be more.
create function forget_acts(most integer) returns boolean security definer set search_path = public, pg_temp language plpgsql as $$
declare deleted integer;
begin
  delete from notification_acts where id in (
    (select a.id from forgotten_subjects f join notification_acts a using (subject_kind, subject_id) limit most)
    union all (select a.id from forgotten_notifications f join notification_acts a on a.notification_id = f.id limit most) limit most);
  get diagnostics deleted = row_count;
  if deleted < most then
    -- Not those that another transaction has added since.
    delete from forgotten_subjects f where not exists (
      select from notification_acts a where (a.subject_kind, a.subject_id) = (f.subject_kind, f.subject_id));
    delete from forgotten_notifications f where not exists (select from notification_acts a where a.notification_id = f.id);
  end if;
  return deleted = most;
end $$;

-- Deletes what was read half a year ago, and the records of old mails. In batches, to stay below the statement timeout.
create function forget_old_notifications() returns void security definer set search_path = public, pg_temp language sql as $$
  with old as (delete from notifications where id in (
      select id from notifications where read_at < now() - interval '180 days' limit 5000) returning id)
    delete from notification_acts a using old where a.notification_id = old.id;
  delete from member_mails where id in (select id from member_mails where at < now() - interval '60 days' limit 50000) $$;
revoke execute on function forget_acts(integer), forget_old_notifications() from public;
grant execute on function forget_acts(integer), forget_old_notifications() to community_server;
