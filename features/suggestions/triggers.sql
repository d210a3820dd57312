-- Five members for a request, 15 within a week. Asks about deleted requests count too.
create function limit_introduction_asks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare asked integer;
begin
  -- Two requests at once: the second waits here, and then counts the asks of the first.
  perform from users where id = new.user_id for no key update;
  if 5 <= (select count(*) from introduction_asks where request_id = new.request_id) then
    raise sqlstate 'NO409' using message = 'You can ask at most five members about a request.', column = 'ask_profile_ids';
  end if;
  select count(*) into asked from introduction_asks where user_id = new.user_id and created_at > now() - interval '7 days';
  if asked >= 15 then
    raise sqlstate 'NO409' using column = 'ask_profile_ids',
      message = 'You can ask at most 15 members by name within a week. Please choose fewer, or nobody: the whole community sees the request.';
  end if;
  delete from introduction_asks where user_id = new.user_id and request_id is null and created_at < now() - interval '7 days';
  return new;
end $$;
create trigger limit_asks before insert on introduction_asks for each row execute function limit_introduction_asks();

-- A job tells them: whether somebody does not want to be asked must not show in the time that the requester waits.
create function enqueue_introduction_asks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue('asking_members', jsonb_build_object('id', request_id)) from (select distinct request_id from asked) requests;
  return null;
end $$;
create trigger enqueue_asks after insert on introduction_asks referencing new table as asked
  for each statement when (me() is not null) execute function enqueue_introduction_asks();

-- Locks the request: a delete, or a change of its target, waits and then also withdraws these notifications. A second run tells nobody twice.
create function notify_asked_members(request integer) returns void security definer set search_path = public, pg_temp language plpgsql as $$
declare requester uuid;
begin
  select r.user_id into requester from introduction_requests r where r.id = request and is_open(r.status) for share;
  if not found then return; end if;
  perform notify_members(array(select p.user_id from introduction_asks a join profiles p on p.id = a.asked_id
      where a.request_id = request and not exists (select from notification_settings s where s.user_id = p.user_id and not s.may_be_asked)),
    'asked_by_name', 'ask_by_name', request::text, (select id from profiles where user_id = requester), 'request', request::text);
end $$;
revoke execute on function notify_asked_members(integer) from public;
grant execute on function notify_asked_members(integer) to community_server;

-- Another target: they may not know the new one.
create function withdraw_introduction_asks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update introduction_asks set request_id = null where request_id = old.id;
  perform withdraw_acts('asked_by_name', 'ask_by_name', old.id::text);
  return null;
end $$;
create trigger withdraw_asks_by_name after update of target_investor_id, target_profile_id on introduction_requests for each row
  when ((old.target_investor_id, old.target_profile_id) is distinct from (new.target_investor_id, new.target_profile_id))
  execute function withdraw_introduction_asks();

-- The acts of a deleted request (forget_notifications).
create function forget_introduction_asks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into forgotten_subjects (subject_kind, subject_id) values ('ask_by_name', old.id::text) on conflict do nothing;
  return null;
end $$;
create trigger forget_asks_by_name after delete on introduction_requests for each row execute function forget_introduction_asks();
