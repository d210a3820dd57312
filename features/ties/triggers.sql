-- Three asks a week by a member, one of them for a request. Asks for deleted requests count too. Notes whom the request is about.
create function limit_asks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare request introduction_requests;
begin
  -- Two asks at once: the second waits here, and then counts the first.
  perform from users where id = new.user_id for no key update;
  select * into request from introduction_requests where id = new.request_id;
  if not has_open_investor_target(request) then
    raise sqlstate 'NO409' using message = 'This is possible for open requests to an investor of the database.';
  end if;
  if exists (select from tie_asks where request_id = new.request_id and created_at > now() - interval '7 days') then
    raise sqlstate 'NO409' using message = 'You have asked about this request within the last week.';
  end if;
  if 3 <= (select count(*) from tie_asks where user_id = new.user_id and created_at > now() - interval '7 days') then
    raise sqlstate 'NO409' using message = 'You can ask three times a week. Please try again later.';
  end if;
  new.investor_id := request.target_investor_id;
  return new;
end $$;
create trigger limit_asks before insert on tie_asks for each row execute function limit_asks();

-- A job tells those who know the investor: how many there are must not show in the time that the asker waits.
create function enqueue_ask() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue('asking', jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger enqueue_ask after insert on tie_asks for each row when (me() is not null) execute function enqueue_ask();

-- Tells up to `most` members, in the order of their accounts, and returns the last of them, or null if there are no more. Locks the request:
-- a delete, or a change of its target, waits and then also withdraws these notifications. Nobody is told twice about the same request and
-- investor.
create function notify_those_who_know(ask uuid, after uuid, most integer) returns uuid
  security definer set search_path = public, pg_temp language plpgsql as $$
declare
  asked tie_asks;
  request introduction_requests;
  knowing uuid[];
begin
  select * into asked from tie_asks where id = ask;
  select * into request from introduction_requests where id = asked.request_id for share;
  if not found or not has_open_investor_target(request) or request.target_investor_id <> asked.investor_id then return null; end if;
  knowing := array(select t.user_id from investor_ties t
    where t.investor_id = request.target_investor_id and t.user_id <> asked.user_id and (after is null or t.user_id > after)
      and not exists (select from notification_settings s where s.user_id = t.user_id and not s.may_be_asked)
    order by t.user_id limit most);
  perform notify_members(knowing, 'asked_to_introduce', 'ask', request.id || '/' || request.target_investor_id,
    (select id from profiles where user_id = asked.user_id), 'request', request.id::text);
  return case when cardinality(knowing) = most then knowing[most] end;
end $$;

-- Another target, or a deleted investor: those who were asked may not know the new one.
create function withdraw_asks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform withdraw_acts('asked_to_introduce', 'ask', old.id || '/' || old.target_investor_id);
  return null;
end $$;
create trigger withdraw_asks after update of target_investor_id on introduction_requests for each row
  when (old.target_investor_id is distinct from new.target_investor_id) execute function withdraw_asks();

-- The acts of a deleted request (forget_notifications). Before, because afterwards the asks do not refer to it any more.
create function forget_asks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into forgotten_subjects (subject_kind, subject_id)
    select distinct 'ask', old.id || '/' || investor_id from tie_asks where request_id = old.id
    on conflict do nothing;
  return old;
end $$;
create trigger forget_asks before delete on introduction_requests for each row execute function forget_asks();

-- Takes over the quiet ties of the next `most` investors after this id into nightly_ties, and returns the last of them, or null if there are
-- no more. Ties of disabled members do not count.
create function refresh_nightly_ties(after integer, most integer) returns integer
  security definer set search_path = public, pg_temp language plpgsql as $$
declare last integer := (select id from investors where id > after order by id offset most - 1 limit 1);
begin
  delete from nightly_ties n where n.investor_id > after and (last is null or n.investor_id <= last)
    and not exists (select from investor_ties t join users u on u.id = t.user_id
      where t.investor_id = n.investor_id and t.user_id = n.user_id and t.shown = 'quiet' and u.disabled_at is null);
  insert into nightly_ties (investor_id, user_id)
    select t.investor_id, t.user_id from investor_ties t join users u on u.id = t.user_id
      where t.investor_id > after and (last is null or t.investor_id <= last) and t.shown = 'quiet' and u.disabled_at is null
    on conflict do nothing;
  -- Only the last week counts.
  if last is null then
    delete from tie_asks where request_id is null and created_at < now() - interval '7 days';
  end if;
  return last;
end $$;
revoke execute on function notify_those_who_know(uuid, uuid, integer), refresh_nightly_ties(integer, integer) from public;
grant execute on function notify_those_who_know(uuid, uuid, integer), refresh_nightly_ties(integer, integer) to community_server;
