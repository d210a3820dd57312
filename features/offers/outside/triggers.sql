-- Writing to a target outside of the community, and their answer by the link. As in offers/triggers.sql, the request is locked before the offer.

-- Addresses are compared in lower case and without a tag: 'Ann+freight@example.com' is Ann's address too.
create function comparable_address(address text) returns text immutable language sql
  as $$ select lower(regexp_replace(btrim(address), '\+[^@]*@', '@')) $$;

-- Records a mail of the introducer of an accepted offer, and returns what it tells. `is_blocked`: it is not sent, and the introducer must not
-- learn that.
create function begin_outside_mail(account uuid, offer uuid, address text, address_hash bytea, token_hash bytea,
    out introducer text, out requester text, out company text, out target text, out words text, out is_blocked boolean)
  security definer set search_path = public, pg_temp language plpgsql as $$
#variable_conflict use_column
declare
  chosen introduction_offers;
  request introduction_requests;
  mail uuid;
begin
  -- 'Never again' for this address at the same moment: one waits for the other, and then sees what it did.
  perform pg_advisory_xact_lock(hashtextextended('outside ' || encode(begin_outside_mail.address_hash, 'hex'), 0));
  -- Two mails at once: the second waits here, and then counts the first.
  perform from users where id = account for no key update;
  select * into request from introduction_requests where id = (select o.request_id from introduction_offers o where o.id = offer) for no key update;
  select * into chosen from introduction_offers where id = offer for no key update;
  if chosen.user_id is distinct from account then
    raise insufficient_privilege using message = 'not the introducer';
  end if;
  if chosen.state <> 'accepted' or request.target_profile_id is not null or not is_enabled(request.user_id) or not is_enabled(account) then
    raise sqlstate 'NO409' using message = case when is_live(chosen.state) then 'This is not possible any more.' else 'This offer has ended.' end;
  end if;
  if comparable_address(begin_outside_mail.address) in
      (select comparable_address(email) from users where id = account union all select comparable_address(address_of(account))) then
    raise sqlstate 'NO409' using message = 'This is your own address.', column = 'email';
  end if;
  if exists (select from outside_mails m where m.request_id = request.id and m.address_hash = begin_outside_mail.address_hash) then
    raise sqlstate 'NO409' using message = 'We have already written to this address about this request.', column = 'email';
  end if;
  if 5 <= (select count(*) from outside_mails where user_id = account and sent_at > now() - interval '1 day') then
    raise sqlstate 'NO409' using message = 'We send five of these mails a day for a member. Please use your own mail program, or try again tomorrow.';
  end if;
  insert into outside_mails (request_id, user_id, address_hash, token_hash)
    values (request.id, account, begin_outside_mail.address_hash, begin_outside_mail.token_hash) returning id into mail;
  insert into outside_addresses (mail_id, offer_id, address) values (mail, offer, begin_outside_mail.address);
  select w.* into introducer, requester, company, target, words from introduction_words(offer) w;
  is_blocked := exists (select from blocked_addresses b where b.address_hash = begin_outside_mail.address_hash);
end $$;

-- The answer of a target outside. False: the question is not open any more.
create function answer_outside(token bytea, answer text) returns boolean
  security definer set search_path = public, pg_temp language plpgsql as $$
declare
  link outside_addresses;
  asked introduction_offers;
  goal text := case answer when 'yes' then 'agreed' else 'closed' end;
begin
  select a.* into link from outside_mails m join outside_addresses a on a.mail_id = m.id where m.token_hash = token;
  perform from introduction_requests where id = (select request_id from introduction_offers where id = link.offer_id) for no key update;
  select * into asked from introduction_offers where id = link.offer_id for no key update;
  -- After the locks: somebody else may have been first.
  if not exists (select from outside_question(token))
    or not exists (select from offer_transitions() where (from_state, to_state, who) = (asked.state, goal, 'outsider')) then return false; end if;
  update outside_addresses set is_shared = (goal = 'agreed') where mail_id = link.mail_id;
  -- They asked never to be written to again at this moment.
  if not found then return false; end if;
  update outside_mails set answer = answer_outside.answer where id = link.mail_id;
  update introduction_offers set state = goal, changed_at = now(), closed_word = case goal when 'closed' then 'reported_no' end where id = asked.id;
  return true;
end $$;

-- Never write to this address again. Works after the end of the question too, and any number of times. The offer stays as it is: nobody
-- learns of it.
create function block_address(token bytea) returns boolean
  security definer set search_path = public, pg_temp language plpgsql as $$
declare hash bytea := (select address_hash from outside_mails where token_hash = token);
begin
  if hash is null then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('outside ' || encode(hash, 'hex'), 0));
  insert into blocked_addresses (address_hash) values (hash) on conflict do nothing;
  with ended as (
    delete from outside_addresses a using outside_mails m where m.id = a.mail_id and m.address_hash = hash and not a.is_shared
    returning a.offer_id, a.address)
  delete from outbox x using ended where x.offer_id = ended.offer_id and x.recipient = ended.address and x.sent_at is null;
  return true;
end $$;

-- The link ends when the offer moves on, and mails that have not left are not sent. A yes plans the introduction, if there are both addresses.
create function end_outside_question() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- First: waits for a job that is writing the mail to the outbox, so that it is found there below.
  if new.state <> 'agreed' then
    update introduction_mails set posted_at = now(), words = null where offer_id = new.id and posted_at is null;
  end if;
  delete from outside_addresses where offer_id = new.id and not (new.state = 'agreed' and is_shared);
  delete from outbox where offer_id = new.id and sent_at is null;
  if new.state = 'agreed' and 2 = (select count(*) from introduction_contacts where offer_id = new.id)
      + (select count(*) from outside_addresses where offer_id = new.id) then
    insert into introduction_mails (offer_id, words) select new.id, to_jsonb(w) from introduction_words(new.id) w on conflict do nothing;
    perform mark_as_mailed(r.user_id, 'introduction_agreed', 'request', r.id::text) from introduction_requests r where r.id = new.request_id;
  end if;
  return null;
end $$;
-- After offer_moves_on, which stores the addresses: triggers run in the order of their names.
create trigger offer_question_ends after update of state on introduction_offers for each row
  when (old.state is distinct from new.state) execute function end_outside_question();

-- The introducer has left: a planned introduction does not name them.
create function forget_introducer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update introduction_mails set words = words || '{"introducer": ""}' where offer_id = new.id;
  return null;
end $$;
create trigger forget_introducer after update of user_id on introduction_offers for each row
  when (old.user_id is not null and new.user_id is null) execute function forget_introducer();

-- The planned introductions, at most 500. Forgets those that are not to be sent: there is no mail server, or they have waited for a day.
create function due_introductions(can_send boolean) returns setof uuid security definer set search_path = public, pg_temp language sql as $$
  update introduction_mails set posted_at = now(), words = null
    where posted_at is null and (not can_send or planned_at < now() - interval '1 day');
  select offer_id from introduction_mails where posted_at is null order by planned_at limit 500 $$;

-- What the introduction of an agreed offer tells, the two addresses that were shared, and where it is delivered: to a member at the address of the
-- account, confirmed if addresses are confirmed here, and to a target outside at the one that answered by the link. An address that was only
-- typed into a profile may be a stranger's. Null if it was posted, or if somebody is no longer here. The caller writes the mail in the same
-- transaction.
create function claim_introduction(offer uuid, confirmed_only boolean, out words jsonb, out requester_address text, out target_address text,
    out recipients text[])
  security definer set search_path = public, pg_temp language plpgsql as $$
declare planned introduction_mails;
begin
  select * into planned from introduction_mails m where m.offer_id = offer and m.posted_at is null for update;
  if not found then return; end if;
  update introduction_mails m set posted_at = now(), words = null where m.offer_id = offer;
  select planned.words, asking.email, coalesce(asked.email, shared.address), array(
      select u.email from introduction_contacts c join users u on u.id = c.user_id
        where c.offer_id = o.id and (u.email_confirmed_at is not null or not confirmed_only)
        order by c.user_id <> r.user_id) || array_remove(array[shared.address], null)
    into words, requester_address, target_address, recipients
    from introduction_offers o join introduction_requests r on r.id = o.request_id
      join introduction_contacts asking on asking.offer_id = o.id and asking.user_id = r.user_id
      left join introduction_contacts asked on asked.offer_id = o.id and asked.user_id <> r.user_id
      left join outside_addresses shared on shared.offer_id = o.id
    where o.id = offer and o.state = 'agreed' and is_enabled(r.user_id) and (asked.user_id is null or is_enabled(asked.user_id));
end $$;

-- The rows of deleted requests count for the limit per day and for 'never again', for 90 days.
create function forget_outside_mails() returns void security definer set search_path = public, pg_temp language sql as $$
  delete from outside_mails where request_id is null and sent_at < now() - interval '90 days' $$;

revoke execute on function begin_outside_mail(uuid, uuid, text, bytea, bytea), answer_outside(bytea, text), block_address(bytea),
  due_introductions(boolean), claim_introduction(uuid, boolean), forget_outside_mails(), comparable_address(text) from public;
grant execute on function begin_outside_mail(uuid, uuid, text, bytea, bytea), answer_outside(bytea, text), block_address(bytea),
  due_introductions(boolean), claim_introduction(uuid, boolean), forget_outside_mails() to community_server;
