-- Adding and deleting notifications. The triggers of the slices call these functions, so that nothing that writes a row can forget it.

-- Tells a member of an act. `actor` is a profile, or null for an anonymous act. The thread is what acts are gathered by and where the
-- notification leads; without one it is the subject itself. Does nothing if the member must not be told:
--   the member did it (me() is known in the act's own transaction; a job passes only actors who are not the recipient),
--   the account is disabled, the actor is muted, or this act, or a mention in it, has already told them.
-- Concurrent acts wait for each other on the gathered row. Callers who tell several members do so in the order of user_id: no deadlock.
create function notify_member(recipient uuid, kind text, subject_kind text, subject_id text, actor integer,
    thread_kind text default null, thread_id text default null) returns void
  security definer set search_path = public, pg_temp language plpgsql as $$
#variable_conflict use_column
declare
  about text := coalesce(thread_kind, subject_kind);
  about_id text := coalesce(thread_id, subject_id);
  target uuid;
begin
  if recipient is null or (recipient = me() and kind <> 'account_safety')
    or not exists (select from users u where u.id = recipient and u.disabled_at is null)
    or exists (select from profiles p where p.id = actor and p.user_id = recipient)
    or exists (select from mutes m where m.user_id = recipient and m.muted_id = actor)
    or exists (select from notification_acts a where a.user_id = recipient and a.kind in (notify_member.kind, 'mention')
      and a.subject_kind = notify_member.subject_kind and a.subject_id = notify_member.subject_id and a.actor_id is not distinct from actor)
  then return; end if;
  insert into notifications as n (user_id, kind, thread_kind, thread_id) values (recipient, notify_member.kind, about, about_id)
    on conflict (user_id, kind, thread_kind, thread_id) where read_at is null do update set latest_at = now()
    returning n.id into target;
  insert into notification_acts (notification_id, user_id, kind, subject_kind, subject_id, actor_id)
    values (target, recipient, notify_member.kind, notify_member.subject_kind, notify_member.subject_id, actor)
    on conflict on constraint notification_acts_tell_once do nothing;
  -- A concurrent transaction has told the same act.
  if not found then
    delete from notifications n where n.id = target and not exists (select from notification_acts a where a.notification_id = n.id);
  end if;
end $$;

-- Tells the members who are mentioned by @name in a text. Those whose name is not in the text are not told.
create function notify_mentioned(mentions integer[], content text, subject_kind text, subject_id text, thread_kind text, thread_id text) returns void
  language plpgsql as $$
declare mentioned uuid;
begin
  for mentioned in select p.user_id from profiles p
      where p.id = any (mentions) and is_mentioned(p, content) order by p.user_id
  loop
    perform notify_member(mentioned, 'mention', subject_kind, subject_id, my_profile_id(), thread_kind, thread_id);
  end loop;
end $$;

-- When a subject or a whole thread is deleted, hidden or made private.
create function forget_subject(kind text, id text) returns void language sql as $$
  delete from notification_acts where subject_kind = forget_subject.kind and subject_id = forget_subject.id $$;
create function forget_thread(kind text, id text) returns void language sql as $$
  delete from notifications where thread_kind = forget_thread.kind and thread_id = forget_thread.id $$;
revoke execute on function notify_member(uuid, text, text, text, integer, text, text),
  notify_mentioned(integer[], text, text, text, text, text), forget_subject(text, text), forget_thread(text, text) from public;

-- A notification without acts is deleted: the last subject is gone, or the last actor has left.
create function delete_empty_notifications() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from notifications n using (select distinct notification_id as id from gone) emptied
    where n.id = emptied.id and not exists (select from notification_acts a where a.notification_id = n.id);
  return null;
end $$;
create trigger delete_empty_notifications after delete on notification_acts referencing old table as gone
  for each statement execute function delete_empty_notifications();

-- Tells the open browsers of the recipient that their notifications changed.
create function announce_to_recipients() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell('notifications', 'update', 0, null, user_id) from (select distinct user_id from changed order by user_id) recipients;
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
