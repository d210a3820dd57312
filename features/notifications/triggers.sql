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
      where p.id = any (mentions) and is_mentioned(p, content) and p.user_id <> all (earlier)
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
  perform take_back_mails(array(select notification_id from gone));
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
-- is not mailed.
create function plan_mail() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if way_of(new.user_id, new.kind) = 'mail' then
    insert into notification_mails as m (notification_id, user_id, due_at) values (new.notification_id, new.user_id, now() + interval '2 minutes')
      on conflict (notification_id) do update set due_at = coalesce(m.due_at, excluded.due_at);
  end if;
  return null;
end $$;
-- account_safety has its own mails (server/session/account-mail.ts).
create trigger plan_mail after insert on notification_acts for each row when (new.kind <> 'account_safety') execute function plan_mail();

-- A mail that has not left, because the mail server was away, may be outdated: deletes it, with other waiting mails about the same
-- notifications, and plans it anew. The jobs then decide again whether it is sent, to whom and with which words. What is older than a day is
-- left to the digest: an address that refuses mails must not be tried for ever.
create function take_back(mails bigint[]) returns void language plpgsql as $$
declare waiting bigint[] := mails || array(select b.mail_id from mailed_notifications a join mailed_notifications b using (notification_id)
  join outbox o on o.member_mail_id = b.mail_id where a.mail_id = any (mails) and o.sent_at is null);
begin
  update notification_mails m set mailed_until = earlier.mailed_before,
      due_at = case when earlier.is_digest then m.due_at when n.latest_at > now() - interval '1 day' then now() end
    from notifications n, (select l.notification_id, min(l.mailed_before) as mailed_before, bool_and(x.kind = 'digest') as is_digest
      from mailed_notifications l join member_mails x on x.id = l.mail_id where l.mail_id = any (waiting) group by l.notification_id) earlier
    where m.notification_id = earlier.notification_id and n.id = m.notification_id;
  delete from member_mails where id = any (waiting); -- with its row of the outbox
end $$;
create function take_back_mails(about uuid[]) returns void language sql as $$
  select take_back(array_agg(distinct o.member_mail_id)) from mailed_notifications l join outbox o on o.member_mail_id = l.mail_id
    where l.notification_id = any (about) and o.sent_at is null having count(*) > 0 $$;
create function take_back_mails_to(account uuid) returns void language sql as $$
  select take_back(array_agg(o.member_mail_id)) from member_mails m join outbox o on o.member_mail_id = m.id
    where m.user_id = account and o.sent_at is null having count(*) > 0 $$;
-- Texts may have been edited since, and topics of a digest hidden. What such a digest tells waits for the one of the next day.
create function take_back_old_mails() returns void security definer set search_path = public, pg_temp language plpgsql as $$
declare
  old bigint[] := array(select member_mail_id from outbox
    where sent_at is null and member_mail_id is not null and created_at < now() - interval '1 hour');
  digests member_mails[] := array(select m from member_mails m where m.id = any (old) and m.kind = 'digest');
begin
  if cardinality(old) = 0 then return; end if;
  perform take_back(old);
  insert into member_mails (user_id, kind, digest_on, is_skipped) select user_id, kind, digest_on, true from unnest(digests)
    on conflict on constraint one_digest_a_day do nothing;
end $$;

create function take_back_read() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform take_back_mails(array(select id from changed where read_at is not null));
  return null;
end $$;
create trigger take_back_read after update on notifications referencing new table as changed
  for each statement execute function take_back_read();
-- Before, because the delete removes the links of the mail.
create function take_back_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from mailed_notifications where notification_id = old.id) then
    perform take_back_mails(array[old.id]);
  end if;
  return old;
end $$;
create trigger take_back_deleted before delete on notifications for each row execute function take_back_deleted();

-- Another address, a disabled account, other choices or a muted member: what waits may not be wanted any more. Links in mails to the former
-- address end.
create function take_back_of_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform take_back_mails_to(new.id);
  if new.email is distinct from old.email then
    delete from signed_links where user_id = new.id and purpose = 'unsubscribe';
  end if;
  return null;
end $$;
create trigger take_back_mails after update of email, disabled_at on users for each row
  when (old.email is distinct from new.email or old.disabled_at is distinct from new.disabled_at) execute function take_back_of_account();
create function take_back_unwanted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform take_back_mails_to(new.user_id);
  return null;
end $$;
create trigger take_back_mails after insert or update on notification_settings for each row execute function take_back_unwanted();
create trigger take_back_mails after insert on mutes for each row execute function take_back_unwanted();
revoke execute on function take_back(bigint[]), take_back_mails(uuid[]), take_back_mails_to(uuid), take_back_old_mails() from public;
grant execute on function take_back_old_mails() to community_server;

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

-- Marks the acts as told by a mail, up to `untils`. False if a notification is read or deleted, or if its acts are not the ones that were read for the mail.
create function mark_mailed(mail bigint, account uuid, ids uuid[], untils bigint[], counts integer[]) returns boolean language plpgsql as $$
begin
  perform from notifications n where n.id = any (ids) order by n.id for update;
  if exists (select from unnest(ids, untils, counts) told(id, until, acts)
      left join notifications n on n.id = told.id and n.user_id = account and n.read_at is null
      left join notification_mails m on m.notification_id = n.id,
      lateral (select count(*)::integer as acts, max(a.id) as until from acts_of(n, coalesce(m.mailed_until, 0)) a) present
    where n.id is null or (present.acts, present.until) is distinct from (told.acts, told.until)) then return false; end if;
  insert into mailed_notifications (mail_id, notification_id, mailed_before)
    select mail, told.id, coalesce(m.mailed_until, 0) from unnest(ids) told(id) left join notification_mails m on m.notification_id = told.id;
  insert into notification_mails as m (notification_id, user_id, mailed_until) select id, account, until from unnest(ids, untils) told(id, until)
    on conflict (notification_id) do update set mailed_until = excluded.mailed_until, due_at = null;
  return true;
end $$;

-- The number of the mail (member_mails) that may be posted now about a notification, or null. At most ten a day; the digest tells the rest.
create function claim_mail(notification uuid, until bigint, acts integer) returns bigint
  security definer set search_path = public, pg_temp language plpgsql as $$
declare
  target notifications;
  mail bigint;
begin
  select * into target from notifications n where n.id = notification;
  if not found then return null; end if;
  if acts = 0 or way_of(target.user_id, target.kind) <> 'mail' or 10 <= (select count(*) from member_mails m
      where m.user_id = target.user_id and m.kind <> 'digest' and m.at > now() - interval '1 day') then
    update notification_mails m set due_at = null where m.notification_id = notification;
    return null;
  end if;
  insert into member_mails (user_id, kind) values (target.user_id, target.kind) returning id into mail;
  if mark_mailed(mail, target.user_id, array[notification], array[until], array[acts]) then return mail; end if;
  delete from member_mails where id = mail;
  return null;
end $$;
-- A mail that could not be written does not keep its place before the others.
create function postpone_mail(notification uuid) returns void security definer set search_path = public, pg_temp language sql as $$
  update notification_mails set due_at = now() + interval '10 minutes' where notification_id = notification and due_at is not null $$;

-- Members whose digest is due: from eight in the morning of their time zone, on Mondays if weekly, after their quiet hours, and until eight in
-- the evening in case no process ran. `since` is the last digest that was sent. The interval of 12 hours is for members who change their time
-- zone.
create function due_digests(community_zone text, confirmed_only boolean, at timestamptz default now())
  returns table (user_id uuid, profile_id integer, on_day date, since timestamptz)
  stable security definer set search_path = public, pg_temp language sql as $$
  select u.id, p.id, local::date, greatest(at - interval '7 days',
      (select max(m.at) from member_mails m where m.user_id = u.id and m.kind = 'digest' and not m.is_skipped))
    from users u join profiles p on p.user_id = u.id left join notification_settings s on s.user_id = u.id,
      lateral (select coalesce(s.time_zone, community_zone) as zone, coalesce(s.digest, 'daily') as pace) choice,
      lateral (select at at time zone zone as local) moment
    where may_get_mail(u, confirmed_only) and local::time >= '08:00' and (local::time < '20:00' or s.quiet_until >= '20:00')
      and end_of_quiet_hours(at, zone, s.quiet_from, s.quiet_until) is null
      and (pace = 'daily' or (pace = 'weekly' and extract(isodow from local) = 1))
      and u.created_at < (local::date + time '08:00') at time zone zone
      and not exists (select from member_mails m where m.user_id = u.id and m.kind = 'digest'
        and (m.digest_on = local::date or m.at > due_digests.at - interval '12 hours'))
    order by u.id $$;

-- Whether a digest may be posted: 'claimed' with the number of the mail (member_mails), 'done' (there is one of this day) or 'changed' (what it
-- tells has changed since it was read).
create function claim_digest(account uuid, day date, skipped boolean, ids uuid[], untils bigint[], counts integer[], out outcome text, out mail bigint)
  security definer set search_path = public, pg_temp language plpgsql as $$
begin
  if exists (select from notification_settings s where s.user_id = account and s.digest = 'never') then
    outcome := 'done';
    return;
  end if;
  insert into member_mails (user_id, kind, digest_on, is_skipped) values (account, 'digest', day, skipped)
    on conflict on constraint one_digest_a_day do nothing returning id into mail;
  outcome := case when mail is null then 'done' when mark_mailed(mail, account, ids, untils, counts) then 'claimed' else 'changed' end;
  if outcome = 'changed' then
    delete from member_mails where id = mail;
  end if;
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
  delete from notifications where id in (select id from notifications where read_at < now() - interval '180 days' limit 5000);
  delete from member_mails where id in (select id from member_mails where at < now() - interval '60 days' limit 50000) $$;

revoke execute on function due_mails(text, boolean), drop_due_mails(), mark_mailed(bigint, uuid, uuid[], bigint[], integer[]),
  claim_mail(uuid, bigint, integer), postpone_mail(uuid), due_digests(text, boolean, timestamptz), claim_digest(uuid, date, boolean, uuid[], bigint[], integer[]),
  unsubscribe(uuid, text), forget_old_notifications() from public;
grant execute on function due_mails(text, boolean), drop_due_mails(), postpone_mail(uuid), claim_mail(uuid, bigint, integer),
  due_digests(text, boolean, timestamptz), claim_digest(uuid, date, boolean, uuid[], bigint[], integer[]),
  unsubscribe(uuid, text), forget_old_notifications() to community_server;
