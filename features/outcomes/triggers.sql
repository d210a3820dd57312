-- The acts about an outcome are those of one member: the answer of one removes only their own notification.
create function subject_of(outcome introduction_outcomes) returns text immutable language sql as $$ select outcome.offer_id || '/' || outcome.user_id $$;

-- Asks those of up to `most` introductions that were agreed a week ago, each once, and returns how many introductions it found. While the
-- requester or the target is disabled, nobody is asked. Locks the requests before it reads whether the offers are still agreed. What was asked counts
-- for the introducer some days later; the day is drawn, because all members see when a request was approved.
create function ask_outcomes(most integer) returns integer security definer set search_path = public, pg_temp language plpgsql as $$
declare
  due record;
  asked introduction_outcomes;
  total integer := 0;
begin
  for due in
    select o.id as offer, o.user_id as introducer, r.id as request, array_remove(array[r.user_id, t.user_id], null) as members
      from introduction_offers o join introduction_requests r on r.id = o.request_id left join profiles t on t.id = r.target_profile_id
      where o.state = 'agreed' and o.changed_at < now() - interval '7 days'
        and not exists (select from introduction_outcomes x where x.offer_id = o.id)
        and is_enabled(r.user_id) and (t.user_id is null or is_enabled(t.user_id))
      order by o.changed_at, o.id limit most for no key update of r skip locked
  loop
    for asked in
      insert into introduction_outcomes (offer_id, user_id)
        select o.id, member from introduction_offers o, unnest(due.members) member where o.id = due.offer and o.state = 'agreed'
        on conflict do nothing returning *
    loop
      perform notify_member(asked.user_id, 'outcome_asked', 'outcome', subject_of(asked), null, 'request', due.request::text);
    end loop;
    -- Not found: another job has asked, or the introduction has ended meanwhile.
    if found and due.introducer is not null then
      insert into counted_introductions (user_id, counted_at) values (due.introducer, random_moment_within('14 days'));
    end if;
    total := total + 1;
  end loop;
  return total;
end $$;

-- The answer of the current member, if they were asked. When all who were asked, and are not disabled, say that they met, the request is completed.
-- The request is locked first: of two answers at the same moment the second finds the first.
create function answer_outcome(offer uuid, answer text) returns void security definer set search_path = public, pg_temp language plpgsql as $$
#variable_conflict use_column
declare
  request integer := (select i.request_id from my_introductions() i where i.offer_id = offer and i.my_part <> 'introducer');
  answered introduction_outcomes;
begin
  perform from introduction_requests where id = request for no key update;
  update introduction_outcomes o set answer = answer_outcome.answer, answered_at = now()
    where o.offer_id = offer and o.user_id = me() and request is not null returning * into answered;
  if answered is null then return; end if;
  perform withdraw_acts('outcome_asked', 'outcome', subject_of(answered));
  if not exists (select from introduction_outcomes o where o.offer_id = offer and is_enabled(o.user_id) and coalesce(o.answer, 'not_met') = 'not_met') then
    perform follow_status(request, '{pending,in_progress,approved}', 'completed');
  end if;
end $$;
revoke execute on function ask_outcomes(integer), answer_outcome(uuid, text) from public;
grant execute on function ask_outcomes(integer) to community_server;
grant execute on function answer_outcome(uuid, text) to community_member;

-- An introduction that ends is not asked about any more.
create function forget_outcomes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from introduction_outcomes where offer_id = new.id;
  return null;
end $$;
create trigger forget_outcomes after update of state on introduction_offers for each row
  when (old.state = 'agreed' and new.state <> 'agreed') execute function forget_outcomes();

-- With a deleted request the acts go later (forget_acts).
create function forget_outcome_acts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from introduction_offers where id = old.offer_id) then
    delete from notification_acts where subject_kind = 'outcome' and subject_id = subject_of(old);
  else
    insert into forgotten_subjects (subject_kind, subject_id) values ('outcome', subject_of(old)) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger remove_notifications after delete on introduction_outcomes for each row execute function forget_outcome_acts();

-- Only for an agreed offer whose introducer is still here. A thanks that was said before can be changed later too.
create function begin_thanks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare thanked introduction_offers;
begin
  select * into thanked from introduction_offers where id = new.offer_id;
  -- The policy refuses the offers of others.
  if me() is not null and is_my_request(thanked.request_id) and not exists (select from introduction_thanks where offer_id = new.offer_id) then
    if thanked.state <> 'agreed' then
      raise sqlstate 'NO409' using message = 'You can say thank you once the introduction is agreed.';
    end if;
    if thanked.user_id is null or not is_enabled(thanked.user_id) then
      raise sqlstate 'NO409' using message = 'The member who introduced you is no longer available.';
    end if;
  end if;
  -- One that is said again after it was removed must not have the version of the removed one, which another tab may still show. The sum of
  -- those of a request fits into an integer (thanksVersion).
  new.version := 1 + floor(random() * 10000000)::integer;
  new.request_id := thanked.request_id;
  new.introducer_id := thanked.user_id;
  return new;
end $$;
create trigger begin_thanks before insert on introduction_thanks for each row execute function begin_thanks();

create trigger stamp_edit before update of text, is_public on introduction_thanks for each row
  when ((old.text, old.is_public) is distinct from (new.text, new.is_public)) execute function stamp_edit();

-- Others learn of a thanks when it becomes public, not when it was said in private.
create trigger date_published before update of is_public on introduction_thanks for each row when (new.is_public and not old.is_public)
  execute function date_published();

create function notify_of_thanks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_member(new.introducer_id, 'introduction_thanked', 'thanks', new.offer_id::text, my_profile_id(), 'request', new.request_id::text);
  return null;
end $$;
create trigger notify_of_thanks after insert on introduction_thanks for each row when (me() is not null) execute function notify_of_thanks();

create function withdraw_thanks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform withdraw_acts('introduction_thanked', 'thanks', old.offer_id::text);
  return null;
end $$;
create trigger remove_notifications after delete on introduction_thanks for each row execute function withdraw_thanks();
-- The acts of a thanks stay known when it is removed, so that another one for the same offer does not tell again; they go with the offer.
create function forget_thanks_acts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into forgotten_subjects (subject_kind, subject_id) values ('thanks', old.id::text) on conflict do nothing;
  return null;
end $$;
create trigger forget_thanks after delete on introduction_offers for each row execute function forget_thanks_acts();
