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

-- Mails about notifications. Each function that claims a mail is called in the transaction that writes the mail to the outbox, with the
-- account locked (lockUser), so that several processes do not mail an act twice.

-- Plans a mail in the transaction that tells. It leaves two minutes later: further acts are told in the same mail, and what was read by then
-- is not mailed. Rows with a past date (of the demo, for example) are not mailed at once.
create function plan_mail() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if way_of(new.user_id, new.kind) = 'mail' then
    insert into notification_mails as m (notification_id, user_id, due_at) values (new.notification_id, new.user_id, now() + interval '2 minutes')
      on conflict (notification_id) do update set due_at = coalesce(m.due_at, excluded.due_at);
  end if;
  return null;
end $$;
-- account_safety has its own mails (server/session/account-mail.ts).
create trigger plan_mail after insert on notification_acts for each row
  when (new.kind <> 'account_safety' and new.at > now() - interval '1 minute') execute function plan_mail();

-- A mail that has not left, because the mail server was away, does not leave if it was read in the app or if one of its acts was deleted.
-- The foreign key does the same for a deleted notification.
create function delete_unsent_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'notifications' then
    delete from outbox o using changed where o.notification_id = changed.id and changed.read_at is not null and o.sent_at is null;
  else
    delete from outbox o using gone where o.notification_id = gone.notification_id and o.sent_at is null;
  end if;
  return null;
end $$;
create trigger delete_unsent_mails after update on notifications referencing new table as changed
  for each statement execute function delete_unsent_mails();
create trigger delete_unsent_mails after delete on notification_acts referencing old table as gone
  for each statement execute function delete_unsent_mails();

-- Notifications whose mail is due. Those of quiet hours are postponed to their end. Those that are read, no longer wanted by mail, or of an
-- account that gets no mail, are not mailed.
create function due_mails(community_zone text, confirmed_only boolean) returns table (notification_id uuid, user_id uuid, profile_id integer)
  security definer set search_path = public, pg_temp language plpgsql as $$
#variable_conflict use_column
begin
  update notification_mails m set due_at = plan.later
    from (select m.notification_id, is_wanted,
        case when is_wanted then end_of_quiet_hours(now(), coalesce(s.time_zone, community_zone), s.quiet_from, s.quiet_until) end as later
      from notification_mails m join notifications n on n.id = m.notification_id join users u on u.id = m.user_id
        left join notification_settings s on s.user_id = m.user_id,
        lateral (select n.read_at is null and may_get_mail(u, confirmed_only) and way_of(u.id, n.kind) = 'mail' as is_wanted) wish
      where m.due_at <= now()) plan
    where m.notification_id = plan.notification_id and m.due_at <= now() and (not plan.is_wanted or plan.later is not null);
  return query select m.notification_id, m.user_id, p.id from notification_mails m join profiles p on p.user_id = m.user_id
    where m.due_at <= now() order by m.due_at, m.notification_id limit 500;
end $$;

-- Without a mail server nothing is mailed, not even when there is one later: it would be old by then. The digest tells it.
create function drop_due_mails() returns void security definer set search_path = public, pg_temp language sql as $$
  update notification_mails set due_at = null where due_at <= now() $$;

create function may_get_mail(account users, confirmed_only boolean) returns boolean stable language sql as $$
  select account.disabled_at is null and (account.email_confirmed_at is not null or not confirmed_only) $$;

-- Marks the acts as told up to `untils`. False if a notification is read or deleted, or if its acts are not the ones that were read for the mail.
create function mark_told(account uuid, ids uuid[], untils bigint[], counts integer[]) returns boolean language plpgsql as $$
begin
  perform from notifications n where n.id = any (ids) order by n.id for update;
  if exists (select from unnest(ids, untils, counts) told(id, until, acts)
      left join notifications n on n.id = told.id and n.user_id = account and n.read_at is null
      left join notification_mails m on m.notification_id = n.id,
      lateral (select count(*)::integer as acts, max(a.id) as until from acts_of(n, coalesce(m.told_until, 0)) a) present
    where n.id is null or (present.acts, present.until) is distinct from (told.acts, told.until)) then return false; end if;
  insert into notification_mails as m (notification_id, user_id, told_until) select id, account, until from unnest(ids, untils) told(id, until)
    on conflict (notification_id) do update set told_until = excluded.told_until, due_at = null;
  return true;
end $$;

-- Whether the mail about a notification may be posted now. At most ten a day; the digest tells the rest.
create function claim_mail(notification uuid, until bigint, acts integer) returns boolean
  security definer set search_path = public, pg_temp language plpgsql as $$
declare target notifications;
begin
  select * into target from notifications n where n.id = notification;
  if not found then return false; end if;
  if acts = 0 or 10 <= (select count(*) from member_mails m
      where m.user_id = target.user_id and m.kind <> 'digest' and m.at > now() - interval '1 day') then
    update notification_mails m set due_at = null where m.notification_id = notification;
    return false;
  end if;
  if not mark_told(target.user_id, array[notification], array[until], array[acts]) then return false; end if;
  insert into member_mails (user_id, kind) values (target.user_id, target.kind);
  return true;
end $$;

-- Members whose digest is due: from eight in the morning of their time zone, on Mondays if weekly, and until noon in case no process ran at eight.
-- `since` is the last digest that was sent. The interval of 12 hours is for members who change their time zone.
create function due_digests(community_zone text, confirmed_only boolean, at timestamptz default now())
  returns table (user_id uuid, profile_id integer, on_day date, since timestamptz)
  stable security definer set search_path = public, pg_temp language sql as $$
  select u.id, p.id, local::date, greatest(at - interval '7 days',
      (select max(m.at) from member_mails m where m.user_id = u.id and m.kind = 'digest' and not m.is_skipped))
    from users u join profiles p on p.user_id = u.id left join notification_settings s on s.user_id = u.id,
      lateral (select coalesce(s.time_zone, community_zone) as zone, coalesce(s.digest, 'daily') as pace) choice,
      lateral (select at at time zone zone as local) moment
    where may_get_mail(u, confirmed_only) and local::time >= '08:00' and local::time < '12:00'
      and (pace = 'daily' or (pace = 'weekly' and extract(isodow from local) = 1))
      and u.created_at < (local::date + time '08:00') at time zone zone
      and not exists (select from member_mails m where m.user_id = u.id and m.kind = 'digest'
        and (m.digest_on = local::date or m.at > due_digests.at - interval '12 hours'))
    order by u.id $$;

-- Whether a digest may be posted: 'claimed', 'done' (there is one of this day) or 'changed' (what it tells has changed since it was read).
create function claim_digest(account uuid, day date, skipped boolean, ids uuid[], untils bigint[], counts integer[]) returns text
  security definer set search_path = public, pg_temp language plpgsql as $$
begin
  insert into member_mails (user_id, kind, digest_on, is_skipped) values (account, 'digest', day, skipped)
    on conflict on constraint one_digest_a_day do nothing;
  if not found then return 'done'; end if;
  if mark_told(account, ids, untils, counts) then return 'claimed'; end if;
  delete from member_mails where user_id = account and digest_on = day;
  return 'changed';
end $$;

-- Switches off the mails of one kind, or the digest, for a link in a mail (unsubscribe.server.ts).
create function unsubscribe(account uuid, what text) returns void security definer set search_path = public, pg_temp language plpgsql as $$
begin
  insert into notification_settings (user_id) values (account) on conflict do nothing;
  update notification_settings s set digest = case what when 'digest' then 'never' else s.digest end,
      ways = case what when 'digest' then s.ways else s.ways || jsonb_build_object(what, 'app') end
    where s.user_id = account;
end $$;

-- Deletes what was read half a year ago, and the records of old mails. In batches, to stay below the statement timeout.
create function forget_old_notifications() returns void security definer set search_path = public, pg_temp language sql as $$
  delete from notifications where id in (select id from notifications where read_at < now() - interval '180 days' limit 20000);
  delete from member_mails where id in (select id from member_mails where at < now() - interval '60 days' limit 50000) $$;

revoke execute on function due_mails(text, boolean), drop_due_mails(), mark_told(uuid, uuid[], bigint[], integer[]),
  claim_mail(uuid, bigint, integer), due_digests(text, boolean, timestamptz), claim_digest(uuid, date, boolean, uuid[], bigint[], integer[]),
  unsubscribe(uuid, text), forget_old_notifications() from public;
grant execute on function due_mails(text, boolean), drop_due_mails(), claim_mail(uuid, bigint, integer),
  due_digests(text, boolean, timestamptz), claim_digest(uuid, date, boolean, uuid[], bigint[], integer[]),
  unsubscribe(uuid, text), forget_old_notifications() to community_server;
