-- Nobody but the member reads their answer whether they met somebody. What others can learn from it: the request becomes completed when all who were
-- asked say that they met, with a target outside at the word of the requester alone. The question says so before the answer. A thanks is read by both sides, and by all members if it is public.

create policy members_know_only_their_own_outcome on introduction_outcomes for select to community_member using (user_id = (select me()));
grant select on introduction_outcomes to community_member;

create policy both_sides_read_a_thanks_and_all_a_public_one on introduction_thanks for select to community_member
  using (user_id = (select me()) or (is_enabled(user_id) and (introducer_id = (select me()) or (is_public and is_enabled(introducer_id)))));
-- Whether the current member is the requester of an offer. begin_thanks (triggers.sql) refuses offers that are not agreed.
create function is_on_my_request(offer uuid) returns boolean stable language sql
  as $$ select exists (select from introduction_offers o where o.id = offer and is_my_request(o.request_id)) $$;
create policy the_requester_thanks on introduction_thanks for insert to community_member
  with check (user_id = (select me()) and is_on_my_request(offer_id));
create policy the_requester_changes_the_thanks on introduction_thanks for update to community_member
  using (user_id = (select me())) with check (user_id = (select me()));
create function may_remove(thanks introduction_thanks) returns boolean stable language sql
  as $$ select me() in (thanks.user_id, thanks.introducer_id) $$;
create policy both_sides_remove_a_thanks on introduction_thanks for delete to community_member using (may_remove(introduction_thanks));
grant select, delete, insert (offer_id, user_id, text, is_public), update (text, is_public) on introduction_thanks to community_member;

create policy members_see_who_shows_introductions on outcome_settings for select to community_member using (user_id = (select me()) or is_shown);
create policy members_choose_for_themselves on outcome_settings for insert to community_member with check (user_id = (select me()));
create policy members_change_their_own_choice on outcome_settings for update to community_member
  using (user_id = (select me())) with check (user_id = (select me()));
grant select, insert (user_id, is_shown), update (is_shown) on outcome_settings to community_member;

-- The agreed introductions that the current member took part in, of one request or of all: as the requester, the introducer or the target.
-- Without the note and the other offers. As in my_questions, others do not see those of a disabled requester.
create function my_introductions(request integer default null)
  returns table (offer_id uuid, request_id integer, my_part text, requester uuid, introducer uuid, target uuid, agreed_at timestamptz)
  stable security definer set search_path = public, pg_temp language sql as $$
  select o.id, r.id, mine.part, r.user_id, o.user_id, t.user_id, o.changed_at
    from (select id, 'requester' as part from introduction_requests where user_id = me()
      union all select id, 'target' from introduction_requests where target_profile_id = my_profile_id()
      union all select x.request_id, 'introducer' from introduction_offers x where x.user_id = me() and x.state = 'agreed') mine
    join introduction_requests r on r.id = mine.id join introduction_offers o on o.request_id = r.id and o.state = 'agreed'
    left join profiles t on t.id = r.target_profile_id
    where (request is null or r.id = request) and (mine.part = 'requester' or is_enabled(r.user_id)) $$;

-- How many introductions a member made; null unless they show it. What others see must not tell which introduction it was: it rises on a drawn day
-- and never falls because a request ends, and below three there is no number. The member sees the exact number.
create function introductions_made(account uuid) returns integer stable security definer set search_path = public, pg_temp language sql as $$
  select (select case when account = me() or count(*) >= 3 then count(*) end
      from counted_introductions c where c.user_id = account and (account = me() or c.counted_at <= now()))::integer
    from outcome_settings s where s.user_id = account and s.is_shown and is_enabled(account) $$;
revoke execute on function my_introductions(integer), introductions_made(uuid) from public;
grant execute on function my_introductions(integer), introductions_made(uuid) to community_member;

-- Whom the current member was asked about: their name, for the notification.
create function person_met(offer uuid) returns text stable language sql as $$
  select coalesce(nullif(p.full_name, ''), case when i.my_part = 'requester' then r.shown_person end)
    from my_introductions() i join introduction_requests r on r.id = i.request_id
      left join profiles p on p.user_id = case i.my_part when 'requester' then i.target else i.requester end
    where i.offer_id = offer $$;
