-- The request is locked before its offers, here and in everything below: of two acceptances, answers or withdrawals at the same moment one
-- happens, and the other finds its result.

create function begin_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare request introduction_requests;
begin
  select * into request from introduction_requests where id = new.request_id for no key update;
  -- The demo writes offers of the past.
  if me() is null then return new; end if;
  if request.user_id = new.user_id then
    raise sqlstate 'NO409' using message = 'This is your own request.';
  end if;
  if request.target_profile_id = (select id from profiles where user_id = new.user_id) then
    raise sqlstate 'NO409' using message = 'This request is about you.';
  end if;
  if not takes_offers(request) then
    raise sqlstate 'NO409' using message = 'You can make an offer while a request is pending or in progress.';
  end if;
  if exists (select from introduction_offers where request_id = new.request_id and user_id = new.user_id and is_live(state)) then
    raise sqlstate 'NO409' using message = 'You have already made an offer for this request.';
  end if;
  -- Each offer tells the requester.
  if 5 <= count_my_offers(new.request_id) then
    raise sqlstate 'NO409' using message = 'You have made five offers for this request. Please write a comment instead.';
  end if;
  return new;
end $$;
create trigger begin_offer before insert on introduction_offers for each row execute function begin_offer();

create function check_offer_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from offer_transitions() where (from_state, to_state) = (old.state, new.state)) then
    raise exception 'an offer does not become % from %', new.state, old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_transition before update of state on introduction_offers for each row execute function check_offer_transition();

-- An act of the requester or the offerer, or the yes of the target. 'accepted' becomes 'asked' if the target is a member.
create function move_offer(offer uuid, wanted text, who text) returns void
  security definer set search_path = public, pg_temp language plpgsql as $$
declare
  moved introduction_offers;
  goal text := wanted;
begin
  perform from introduction_requests where id = (select request_id from introduction_offers where id = offer) for no key update;
  select * into moved from introduction_offers where id = offer for no key update;
  if not found or me() is null or not is_part(moved, who) then
    raise insufficient_privilege using message = 'not a part of this offer';
  end if;
  if wanted = 'accepted' then goal := state_when_accepted(moved.request_id); end if;
  if not may_move(moved, goal, who) then
    raise sqlstate 'NO409' using message = case when moved.state = goal then 'This has been done already.'
      when moved.state = 'withdrawn' then 'This offer was withdrawn.'
      when not is_live(moved.state) then 'This offer has ended.'
      else 'This is not possible any more.' end;
  end if;
  if wanted = 'accepted' and not may_accept(moved) then
    raise sqlstate 'NO409' using message = 'You have already accepted an offer. End it before you accept another.';
  end if;
  update introduction_offers set state = goal, changed_at = now(),
      asked_at = case when wanted = 'accepted' then now() else asked_at end,
      closed_word = case when goal = 'closed' then case who when 'offerer' then 'reported_no' else 'requester' end end
    where id = offer;
end $$;

-- The answer of the target. 'not_now' changes nothing but the row that only the target reads.
create function answer_offer(offer uuid, answer text) returns void
  security definer set search_path = public, pg_temp language plpgsql as $$
#variable_conflict use_column
declare asked introduction_offers;
begin
  perform from introduction_requests where id = request_asked_by(answer_offer.offer) for no key update;
  if not found then return; end if;
  select * into asked from introduction_offers where id = answer_offer.offer for no key update;
  -- Again: the target may have changed while this waited.
  if request_asked_by(answer_offer.offer) is null or asked.state is distinct from 'asked' then
    raise sqlstate 'NO409' using message = case when asked.state = 'agreed' then 'You have already said yes.'
      else 'This introduction is no longer open.' end;
  end if;
  insert into introduction_answers (offer_id, user_id, answer) values (asked.id, me(), answer_offer.answer)
    on conflict (offer_id) do update set answer = excluded.answer, answered_at = now();
  if answer_offer.answer = 'yes' then perform move_offer(asked.id, 'agreed', 'target'); end if;
end $$;

-- Ends those of these offers that are in one of the states, without anybody choosing it. The states are compared after the lock: a yes may
-- have come meanwhile.
create function close_offers(offers uuid[], states text[], word text) returns void language plpgsql as $$
begin
  perform from introduction_requests where id in (select request_id from introduction_offers where id = any (offers)) order by id for no key update;
  update introduction_offers set state = 'closed', closed_word = word, changed_at = now() where id = any (offers) and state = any (states);
end $$;
-- Ends up to `most` accepted offers after 21 days without a yes, and returns how many. Does not read introduction_answers: silence and
-- 'not now' end alike.
create function expire_offers(most integer) returns integer security definer set search_path = public, pg_temp language plpgsql as $$
declare expired uuid[] := array(select id from introduction_offers
  where state in ('accepted', 'asked') and asked_at < now() - interval '21 days' order by asked_at, id limit most);
begin
  perform close_offers(expired, '{accepted,asked}', 'no_answer');
  return cardinality(expired);
end $$;
revoke execute on function move_offer(uuid, text, text), answer_offer(uuid, text), close_offers(uuid[], text[], text), expire_offers(integer) from public;
grant execute on function move_offer(uuid, text, text), answer_offer(uuid, text) to community_member;
grant execute on function expire_offers(integer) to community_server;

-- Whether two names differ only by one letter, in names of at least four.
create function is_same_name(one text, other text) returns boolean immutable parallel safe language sql as $$
  select coalesce(levenshtein_less_equal(left(plain(one), 100), left(plain(other), 100), 1) <= least(1, length(one) / 4), false) $$;

-- Who agreed to the introduction: the name of the target outside at that moment.
create function agreed_name(request integer) returns text stable language sql as $$
  select nullif(s.outsider, '') from introduction_offers o join introduction_steps s on s.offer_id = o.id
    where o.request_id = request and o.state = 'agreed' and s.outsider is not null order by s.created_at desc limit 1 $$;
-- Only close_unfitting_offers calls it.
revoke execute on function agreed_name(integer) from public;

-- What ends offers: another requester (the former one has left), another target, or a status set by hand that no longer fits.
create function close_unfitting_offers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  word text;
  unfitting text[] := '{open,accepted,asked,agreed}';
  -- Not only the name before this change: letter by letter it could become that of somebody else.
  known_name text := coalesce(agreed_name(new.id), old.shown_person);
begin
  if new.user_id <> old.user_id then word := 'requester_left';
  elsif old.target_profile_id is not null and not exists (select from profiles where id = old.target_profile_id) then word := 'target_left';
  -- A deleted or hidden investor stays the same person. So does a linked one with another spelling, one that is linked by the same name,
  -- and a typed name with a slip corrected.
  elsif new.target_profile_id is distinct from old.target_profile_id or new.target_investor_id <> old.target_investor_id
    or (old.target_investor_id is null and new.target_investor_id is not null
      and not exists (select from investors i where i.id = new.target_investor_id and lower(i.name) = lower(old.shown_person)))
    or (not is_same_name(known_name, new.shown_person) and new.shown_person is distinct from old.shown_person
      and new.target_profile_id is null and (new.target_investor_id is null or old.target_investor_id is null)) then word := 'target';
  elsif new.status is distinct from old.status and not is_automatic_status() then
    word := 'status';
    unfitting := case new.status when 'declined' then unfitting when 'completed' then '{open,accepted,asked}'
      when 'pending' then '{accepted,asked,agreed}' else '{}' end;
  end if;
  if word is not null then
    perform close_offers(array(select id from introduction_offers where request_id = new.id and state = any (unfitting)), unfitting, word);
  end if;
  return null;
end $$;
create trigger close_unfitting_offers after update on introduction_requests for each row
  when ((old.user_id, old.status, old.target_profile_id, old.target_investor_id, old.shown_person)
    is distinct from (new.user_id, new.status, new.target_profile_id, new.target_investor_id, new.shown_person))
  execute function close_unfitting_offers();

-- Nobody sees the offers of a disabled member, so the requester could not end them.
create function close_offers_of_disabled() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform close_offers(array(select id from introduction_offers where user_id = new.id and is_live(state)), '{open,accepted,asked}', 'introducer_left');
  return null;
end $$;
create trigger close_offers after update of disabled_at on users for each row
  when (old.disabled_at is null and new.disabled_at is not null) execute function close_offers_of_disabled();

-- When a member deletes their account: introductions that all agreed to stay, without the note; the member's other offers are deleted.
create function offers_forgets(account uuid) returns void language plpgsql as $$
begin
  perform from introduction_requests where id in (select request_id from introduction_offers where user_id = account) order by id for no key update;
  delete from introduction_offers where user_id = account and state <> 'agreed';
  update introduction_offers set note = '' where user_id = account;
end $$;
revoke execute on function offers_forgets(uuid) from public;
-- Also runs when an account is deleted by SQL.
create function forget_offers_of_leaving() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform offers_forgets(old.id);
  return old;
end $$;
create trigger forget_offers before delete on users for each row execute function forget_offers_of_leaving();

-- The status of a request follows the accepted offer, never to declined. The history has no name for it.
create function follow_status(request integer, from_statuses text[], to_status text) returns void language plpgsql as $$
begin
  perform set_config('app.automatic_status', 'on', true);
  update introduction_requests set status = to_status where id = request and status = any (from_statuses);
  perform set_config('app.automatic_status', '', true);
end $$;
-- The accepted offer ended before a yes: back to pending, if it was the acceptance that moved the status, and nobody has set one since.
create function unfollow_status(request integer) returns void language plpgsql as $$
begin
  if exists (select from introduction_requests r where r.id = request and r.status = 'in_progress' and is_enabled(r.user_id))
    and (select user_id is null from introduction_status_changes where request_id = request order by id desc limit 1) then
    perform follow_status(request, '{in_progress}', 'pending');
  end if;
end $$;
revoke execute on function follow_status(integer, text[], text), unfollow_status(integer) from public;

create function offer_begins() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare requester uuid := (select user_id from introduction_requests where id = new.request_id);
begin
  insert into introduction_steps (offer_id, kind, user_id, seen_by) values (new.id, 'offered', new.user_id, array[requester, new.user_id]);
  if me() is not null then
    perform notify_member(requester, 'offer_made', 'offer', new.request_id || '/' || new.id, my_profile_id(), 'request', new.request_id::text);
  end if;
  return null;
end $$;
create trigger offer_begins after insert on introduction_offers for each row execute function offer_begins();

create function offer_moves_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  request introduction_requests;
  target uuid;
  concerned uuid[];
  subject text := new.request_id || '/' || new.id;
  thread text := new.request_id::text;
begin
  select * into request from introduction_requests where id = new.request_id;
  target := (select user_id from profiles where id = request.target_profile_id);
  concerned := array_remove(array[request.user_id, new.user_id], null);

  if new.state in ('accepted', 'asked') then
    insert into introduction_steps (offer_id, kind, user_id, seen_by) values (new.id, 'accepted', me(), concerned);
    insert into introduction_contacts (offer_id, user_id, email) values (new.id, request.user_id, address_of(request.user_id));
    perform follow_status(new.request_id, '{pending}', 'in_progress');
    perform notify_member(new.user_id, 'offer_accepted', 'offer', subject, my_profile_id(), 'request', thread);
  end if;
  if new.state = 'asked' then
    insert into introduction_steps (offer_id, kind, seen_by) values (new.id, 'asked', array_remove(concerned || target, null));
    perform notify_member(target, 'introduction_wanted', 'offer', subject, my_profile_id(), 'request', thread);
  elsif new.state = 'agreed' then
    -- Without a current member: a target outside answered by the link (answer_outside).
    insert into introduction_steps (offer_id, kind, user_id, outsider, seen_by) values
      (new.id, case when target is null and me() is not null then 'reported_yes' else 'agreed' end, me(),
        case when target is null then coalesce(request.shown_person, '') end, array_remove(concerned || target, null));
    if target is not null then
      insert into introduction_contacts (offer_id, user_id, email) values (new.id, target, address_of(target)) on conflict do nothing;
    end if;
    perform follow_status(new.request_id, '{pending,in_progress}', 'approved');
    perform notify_members(concerned, 'introduction_agreed', 'offer', subject, my_profile_id(), 'request', thread);
  elsif new.state = 'passed' then
    -- Without a name: who was chosen, and by whose act, is not told.
    insert into introduction_steps (offer_id, kind, seen_by) values (new.id, 'passed', concerned);
    perform notify_member(new.user_id, 'offer_passed', 'offer', subject, null, 'request', thread);
  end if;
  if is_chosen(new.state) then
    update introduction_offers set state = 'passed', changed_at = now() where request_id = new.request_id and state = 'open';
  end if;
  if new.state in ('withdrawn', 'closed') then
    insert into introduction_steps (offer_id, kind, user_id, seen_by) values
      (new.id, case when new.closed_word = 'reported_no' then 'reported_no' else new.state end, me(), concerned);
    delete from introduction_contacts where offer_id = new.id;
    if is_chosen(old.state) then perform unfollow_status(new.request_id); end if;
    perform withdraw_acts(null, 'offer', subject);
    -- Whoever did it is not told. The requester is not told of the end of an offer that they had not accepted.
    perform notify_members(case when old.state = 'open' then array[new.user_id] else concerned end,
      'offer_ended', 'offer', subject, my_profile_id(), 'request', thread);
  end if;
  return null;
end $$;
create trigger offer_moves_on after update of state on introduction_offers for each row
  when (old.state is distinct from new.state) execute function offer_moves_on();

-- The offerer has left, or the request was deleted (its notifications go with it, as in forget_notifications). The other side of an accepted
-- offer is told. That of a deleted request has no thread any more, and no title: thread 0 gathers these.
create function forget_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  requester uuid := (select user_id from introduction_requests where id = old.request_id);
  subject text := old.request_id || '/' || old.id;
begin
  if requester is null then
    insert into forgotten_subjects (subject_kind, subject_id) values ('offer', subject) on conflict do nothing;
    if old.state in ('accepted', 'asked') then
      perform notify_member(old.user_id, 'offer_ended', 'deleted_request', old.id::text, my_profile_id(), 'request', '0');
    end if;
    return null;
  end if;
  delete from notification_acts where subject_kind = 'offer' and subject_id = subject;
  if old.state in ('accepted', 'asked') then
    perform unfollow_status(old.request_id);
    perform notify_member(requester, 'offer_ended', 'offer', subject, null, 'request', old.request_id::text);
  end if;
  return null;
end $$;
create trigger remove_notifications after delete on introduction_offers for each row execute function forget_offer();
