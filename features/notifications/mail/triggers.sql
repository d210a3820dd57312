-- Mails about notifications. Each function that claims a mail is called in the transaction that writes the mail to the outbox, with the
-- account locked (lockUser), so that several processes do not mail an act twice.

-- Plans a mail in the transaction that tells. The mail is written two minutes later: it also contains what happened meanwhile, and not
-- what the member has read meanwhile.
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
-- address end; those that answer questions also when the account is disabled.
create function take_back_of_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform take_back_mails_to(new.id);
  delete from signed_links where user_id = new.id and (purpose like 'answer:%' or purpose = 'unsubscribe' and new.email is distinct from old.email);
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

-- The kind whose mail says all that a mail of this kind says about the same thread: whoever is asked whether they want to meet the requester
-- need not be told before that they are the target.
create function told_with(kind text) returns text immutable parallel safe language sql
  as $$ select case kind when 'request_target' then 'introduction_wanted' end $$;
-- Notifications whose mail is due, unless another one that is planned tells the same (told_with). Those of quiet hours are postponed to their end. Those that are read, no longer wanted by mail, or of an
-- account that gets no mail, are not mailed.
create function due_mails(community_zone text, confirmed_only boolean) returns table (notification_id uuid, user_id uuid, profile_id integer)
  security definer set search_path = public, pg_temp language plpgsql as $$
#variable_conflict use_column
begin
  update notification_mails m set due_at = plan.later
    from (select m.notification_id, is_wanted,
        case when is_wanted then end_of_quiet_hours(now(), zone_of(s.time_zone, community_zone), s.quiet_from, s.quiet_until) end as later
      from notification_mails m join notifications n on n.id = m.notification_id join users u on u.id = m.user_id
        left join notification_settings s on s.user_id = m.user_id,
        lateral (select n.read_at is null and may_get_mail(u, confirmed_only) and way_of(u.id, n.kind) = 'mail' as is_wanted) wish
      where m.due_at <= now()) plan
    where m.notification_id = plan.notification_id and m.due_at <= now() and (not plan.is_wanted or plan.later is not null);
  return query select m.notification_id, m.user_id, p.id from notification_mails m join profiles p on p.user_id = m.user_id
    where m.due_at <= now() and not exists (
      select from notifications n join notifications o on (o.user_id, o.kind, o.thread_kind, o.thread_id) = (n.user_id, told_with(n.kind), n.thread_kind, n.thread_id)
        join notification_mails later on later.notification_id = o.id
      where n.id = m.notification_id and later.due_at is not null)
    order by m.due_at, m.notification_id limit 500;
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

-- Another mail tells a member what happened: the notification is mailed neither at once nor in the digest.
create function mark_as_mailed(account uuid, kind text, thread_kind text, thread_id text) returns void language sql as $$
  insert into notification_mails (notification_id, user_id, mailed_until)
    select n.id, account, max(a.id) from notifications n join notification_acts a on a.notification_id = n.id
    where n.read_at is null
      and (n.user_id, n.kind, n.thread_kind, n.thread_id) = (account, mark_as_mailed.kind, mark_as_mailed.thread_kind, mark_as_mailed.thread_id)
    group by n.id
    on conflict (notification_id) do update set due_at = null, mailed_until = excluded.mailed_until $$;
revoke execute on function mark_as_mailed(uuid, text, text, text) from public;

-- The mails of the last day, except digests, that a member got; those about what one member did.
create function count_mails_of_day(account uuid, about integer default null) returns bigint stable language sql as $$
  select count(*) from member_mails m where m.user_id = account and m.kind <> 'digest' and m.at > now() - interval '1 day'
    and (about is null or exists (select from mailed_notifications l join notification_acts a on a.notification_id = l.notification_id
      where l.mail_id = m.id and a.actor_id = about)) $$;
-- The number of the mail (member_mails) that may be posted now about a notification, or null. At most ten a day, and at most five about what
-- the same member did: nobody can use up the mails of another member. The digest tells the rest.
create function claim_mail(notification uuid, until bigint, acts integer) returns bigint
  security definer set search_path = public, pg_temp language plpgsql as $$
declare
  target notifications;
  actor integer := (select actor_id from notification_acts where notification_id = notification order by id desc limit 1);
  mail bigint;
begin
  select * into target from notifications n where n.id = notification;
  if not found then return null; end if;
  if acts = 0 or way_of(target.user_id, target.kind) <> 'mail' or 10 <= count_mails_of_day(target.user_id)
    or (actor is not null and 5 <= count_mails_of_day(target.user_id, actor)) then
    update notification_mails m set due_at = null where m.notification_id = notification;
    return null;
  end if;
  insert into member_mails (user_id, kind) values (target.user_id, target.kind) returning id into mail;
  if mark_mailed(mail, target.user_id, array[notification], array[until], array[acts]) then
    perform take_back_mails(array[n.id]), mark_as_mailed(n.user_id, n.kind, n.thread_kind, n.thread_id) from notifications n
      where n.read_at is null and told_with(n.kind) = target.kind
        and (n.user_id, n.thread_kind, n.thread_id) = (target.user_id, target.thread_kind, target.thread_id);
    return mail;
  end if;
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
      -- OFFSET 0: once for each member, not wherever it is used.
      lateral (select zone_of(s.time_zone, community_zone) as zone, coalesce(s.digest, 'daily') as pace offset 0) choice,
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

revoke execute on function due_mails(text, boolean), drop_due_mails(), mark_mailed(bigint, uuid, uuid[], bigint[], integer[]), count_mails_of_day(uuid, integer),
  claim_mail(uuid, bigint, integer), postpone_mail(uuid), due_digests(text, boolean, timestamptz), claim_digest(uuid, date, boolean, uuid[], bigint[], integer[]),
  unsubscribe(uuid, text) from public;
grant execute on function due_mails(text, boolean), drop_due_mails(), postpone_mail(uuid), claim_mail(uuid, bigint, integer),
  due_digests(text, boolean, timestamptz), claim_digest(uuid, date, boolean, uuid[], bigint[], integer[]), unsubscribe(uuid, text) to community_server;
