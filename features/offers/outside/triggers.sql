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
  insert into blocked_addresses (address_hash) values (hash) on conflict do nothing;
  with ended as (
    delete from outside_addresses a using outside_mails m where m.id = a.mail_id and m.address_hash = hash and not a.is_shared
    returning a.offer_id, a.address)
  delete from outbox x using ended where x.offer_id = ended.offer_id and x.recipient = ended.address and x.sent_at is null;
  return true;
end $$;

-- Whether we may write to the address that a member shares: only to that of the account. One that was only typed into the profile may be a
-- stranger's.
create function is_own_address(contact introduction_contacts) returns boolean stable language sql as $$
  select lower(contact.email) = (select lower(email) from users where id = contact.user_id) $$;

-- The link ends when the offer moves on, and mails that have not left are not sent. A yes plans the introduction, if there are both addresses.
create function end_outside_question() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from outside_addresses where offer_id = new.id and not (new.state = 'agreed' and is_shared);
  delete from outbox where offer_id = new.id and sent_at is null;
  if new.state = 'agreed' and 2 = (select count(*) from introduction_contacts where offer_id = new.id)
      + (select count(*) from outside_addresses where offer_id = new.id) then
    insert into introduction_mails (offer_id) values (new.id) on conflict do nothing;
    perform mark_as_mailed(r.user_id, 'introduction_agreed', 'request', r.id::text) from introduction_requests r
      join introduction_contacts c on c.offer_id = new.id and c.user_id = r.user_id where r.id = new.request_id and is_own_address(c);
  end if;
  return null;
end $$;
-- After offer_moves_on, which stores the addresses: triggers run in the order of their names.
create trigger offer_question_ends after update of state on introduction_offers for each row
  when (old.state is distinct from new.state) execute function end_outside_question();

-- What the introduction of an agreed offer tells, the two addresses, and to which of them we may write: to those of accounts, confirmed if
-- addresses are confirmed here, and to one outside that answered by the link. Null if it was posted, or if somebody is no longer here. The caller
-- writes the mail in the same transaction.
create function claim_introduction(offer uuid, confirmed_only boolean, out introducer text, out requester text, out company text, out target text, out words text,
    out requester_address text, out target_address text, out recipients text[])
  security definer set search_path = public, pg_temp language plpgsql as $$
begin
  update introduction_mails set posted_at = now() where offer_id = offer and posted_at is null;
  if not found then return; end if;
  select w.*, asking.email, coalesce(asked.email, shared.address), array(
      select c.email from introduction_contacts c join users u on u.id = c.user_id
        where c.offer_id = o.id and is_own_address(c) and (u.email_confirmed_at is not null or not confirmed_only)
        order by c.user_id <> r.user_id) || array_remove(array[shared.address], null)
    into introducer, requester, company, target, words, requester_address, target_address, recipients
    from introduction_offers o join introduction_requests r on r.id = o.request_id
      join introduction_contacts asking on asking.offer_id = o.id and asking.user_id = r.user_id
      left join introduction_contacts asked on asked.offer_id = o.id and asked.user_id <> r.user_id
      left join outside_addresses shared on shared.offer_id = o.id,
      introduction_words(o.id) w
    where o.id = offer and o.state = 'agreed' and is_enabled(r.user_id) and (asked.user_id is null or is_enabled(asked.user_id));
end $$;

-- The rows of deleted requests count for the limit per day and for 'never again', for 90 days.
create function forget_outside_mails() returns void security definer set search_path = public, pg_temp language sql as $$
  delete from outside_mails where request_id is null and sent_at < now() - interval '90 days' $$;

revoke execute on function begin_outside_mail(uuid, uuid, text, bytea, bytea), answer_outside(bytea, text), block_address(bytea),
  claim_introduction(uuid, boolean), forget_outside_mails(), comparable_address(text),
  is_own_address(introduction_contacts) from public;
grant execute on function begin_outside_mail(uuid, uuid, text, bytea, bytea), answer_outside(bytea, text), block_address(bytea),
  claim_introduction(uuid, boolean), forget_outside_mails() to community_server;
