-- An offer is seen by the requester and the offerer only. The target of the request learns of it when asked, without the note. Members
-- insert offers; everything that follows is done by move_offer and answer_offer.

-- What an offer can become, and who does it. A trigger refuses everything else.
create function offer_transitions() returns table (from_state text, to_state text, who text) immutable language sql as $$ values
  ('open', 'accepted', 'requester'),        -- the target is outside of the community
  ('open', 'asked', 'requester'),           -- the target is a member
  ('open', 'withdrawn', 'offerer'),
  ('open', 'passed', 'system'),             -- another offer was accepted
  ('open', 'closed', 'system'),
  ('accepted', 'agreed', 'offerer'),        -- reports what the target said
  ('accepted', 'closed', 'offerer'),
  ('accepted', 'closed', 'requester'),
  ('accepted', 'closed', 'system'),
  ('accepted', 'agreed', 'outsider'),       -- a target outside answers by the link in our mail
  ('accepted', 'closed', 'outsider'),
  ('accepted', 'withdrawn', 'offerer'),
  ('asked', 'agreed', 'target'),
  ('asked', 'closed', 'requester'),
  ('asked', 'closed', 'system'),
  ('asked', 'withdrawn', 'offerer'),
  ('agreed', 'closed', 'system') $$;
create function is_live(state text) returns boolean immutable parallel safe language sql
  as $$ select state in ('open', 'accepted', 'asked', 'agreed') $$;
create function is_chosen(state text) returns boolean immutable parallel safe language sql
  as $$ select state in ('accepted', 'asked', 'agreed') $$;

-- Whether the current member is the requester, the offerer or the target of an offer. 'system': there is no current member.
create function is_part(offer introduction_offers, who text) returns boolean stable language sql as $$
  select coalesce(case who
    when 'offerer' then offer.user_id = me()
    when 'requester' then is_my_request(offer.request_id)
    when 'target' then (select r.target_profile_id = my_profile_id() from introduction_requests r where r.id = offer.request_id)
    when 'system' then me() is null end, false) $$;
-- Used by move_offer and for the buttons of the screens.
create function may_move(offer introduction_offers, wanted text, who text) returns boolean stable language sql as $$
  select is_part(offer, who) and exists (
    select from offer_transitions() t where (t.from_state, t.to_state, t.who) = (offer.state, wanted, may_move.who)) $$;
-- A target who is a member is asked by us, others by the introducer.
create function state_when_accepted(request integer) returns text stable language sql as $$
  select case when r.target_profile_id is null then 'accepted' else 'asked' end from introduction_requests r where r.id = request $$;
create function may_accept(offer introduction_offers) returns boolean stable language sql as $$
  select may_move(offer, state_when_accepted(offer.request_id), 'requester')
    and not exists (select from introduction_offers o where o.request_id = offer.request_id and is_chosen(o.state)) $$;

-- Depends only on what everybody sees and on what the member did: whether an offer was accepted must not show here.
create function takes_offers(request introduction_requests) returns boolean stable language sql
  as $$ select request.status in ('pending', 'in_progress') and is_enabled(request.user_id) $$;
create function count_my_offers(request integer) returns bigint stable language sql
  as $$ select count(*) from introduction_offers where request_id = request and user_id = me() $$;
create function may_offer(request introduction_requests) returns boolean stable language sql as $$
  select takes_offers(request) and not is_mine(request) and coalesce(request.target_profile_id <> my_profile_id(), true)
    and not exists (select from introduction_offers o where o.request_id = request.id and o.user_id = me() and is_live(o.state))
    and count_my_offers(request.id) < 5 $$;

create policy the_requester_and_the_offerer_see_an_offer on introduction_offers for select to community_member
  using (user_id = (select me()) or (is_my_request(request_id) and (state = 'agreed' or is_enabled(user_id))));
create policy members_offer_for_themselves on introduction_offers for insert to community_member with check (user_id = (select me()));
grant select, insert (request_id, user_id, note) on introduction_offers to community_member;

create policy only_the_target_knows_the_answer on introduction_answers for select to community_member using (user_id = (select me()));
grant select on introduction_answers to community_member;

create policy those_concerned_see_a_step on introduction_steps for select to community_member using ((select me()) = any (seen_by));
grant select on introduction_steps to community_member;

-- After both said yes, the requester and the target see each other's address. That of a target outside is in outside_addresses, if they
-- answered by the link; the introducer sees the requester's, to connect them by mail.
create function may_see_contact(offer uuid, account uuid) returns boolean stable security definer set search_path = public, pg_temp language sql as $$
  select exists (select from introduction_offers o join introduction_requests r on r.id = o.request_id
    where o.id = offer and o.state = 'agreed' and is_enabled(account)
      and (is_mine(r) or r.target_profile_id = my_profile_id() or (r.target_profile_id is null and o.user_id = me()))) $$;
create policy members_see_addresses_shared_with_them on introduction_contacts for select to community_member
  using (user_id = (select me()) or may_see_contact(offer_id, user_id));
grant select on introduction_contacts to community_member;

-- The address that a member shares: that of the profile, also if it is hidden from others, else that of the account.
create function address_of(account uuid) returns text stable language sql as $$
  select coalesce((select nullif(c.value, '') from profiles p join profile_contacts c on c.profile_id = p.id and c.kind = 'email' where p.user_id = account),
    (select email from users where id = account)) $$;
create function my_address() returns text stable security definer set search_path = public, pg_temp language sql
  as $$ select address_of(me()) $$;

-- The questions to the current member as the target, of one request or of all. Without the note and the other offers.
create function my_questions(request integer default null)
  returns table (offer_id uuid, request_id integer, introducer uuid, state text, asked_at timestamptz)
  stable security definer set search_path = public, pg_temp language sql as $$
  select o.id, r.id, o.user_id, o.state, o.asked_at from introduction_requests r join introduction_offers o on o.request_id = r.id
    where r.target_profile_id = my_profile_id() and (request is null or r.id = request) and o.state in ('asked', 'agreed')
      and is_enabled(r.user_id) and (o.state = 'agreed' or is_enabled(o.user_id)) $$;
-- The request about which an offer asked the current member; also of a question that has ended since. Null: they were not asked.
create function request_asked_by(offer uuid) returns integer stable security definer set search_path = public, pg_temp language sql as $$
  select r.id from introduction_offers o join introduction_requests r on r.id = o.request_id
    where o.id = offer and o.asked_at is not null and r.target_profile_id = my_profile_id() and is_enabled(r.user_id) $$;

-- Who reads the blurb besides the requester: those with a live offer, and the target once asked.
create function reads_blurb_by_offer(request integer) returns boolean stable security definer set search_path = public, pg_temp language sql as $$
  select exists (select from introduction_offers o where o.request_id = request and o.user_id = me() and is_live(o.state))
    or exists (select from my_questions(request)) $$;
revoke execute on function address_of(uuid), may_see_contact(uuid, uuid), my_address(), my_questions(integer), request_asked_by(uuid),
  reads_blurb_by_offer(integer) from public;
grant execute on function may_see_contact(uuid, uuid), my_address(), my_questions(integer), request_asked_by(uuid), reads_blurb_by_offer(integer)
  to community_member;

-- What a notification about an offer tells besides the title of its request, read with the rights of the member: the note, or what the
-- request is about; the introducer, how it was agreed, or why it ended (null: the introducer is no longer here).
-- What a member who is asked reads: the blurb, or what the request says. With the rights of that member.
create function words_for_target(request integer) returns text stable language sql as $$
  select coalesce((select nullif(text, '') from introduction_blurbs where request_id = request), (select context from introduction_requests where id = request)) $$;
create function offer_words(kind text, request integer, offer uuid, out excerpt text, out detail text) stable language sql as $$
  select case kind when 'offer_made' then (select note from introduction_offers where id = offer)
      when 'introduction_wanted' then words_for_target(request) end,
    case kind
      when 'introduction_wanted' then (
        select p.full_name from my_questions(request) q join profiles p on p.user_id = q.introducer where q.offer_id = offer)
      when 'introduction_agreed' then (
        select case when target_profile_id is not null then 'agreed'
          when exists (select from introduction_steps s where s.offer_id = offer and s.kind = 'agreed' and s.outsider is not null) then 'answered' else 'reported' end
        from introduction_requests where id = request)
      when 'offer_ended' then (select coalesce(closed_word, state) from introduction_offers where id = offer) end $$;
