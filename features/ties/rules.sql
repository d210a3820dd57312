-- A member's own ties are theirs; others see only those shown by name, of members who are not disabled. Only the asker sees an ask.

create policy members_see_their_own_ties_and_those_shown_by_name on investor_ties for select to community_member
  using (user_id = (select me()) or (shown = 'named' and is_enabled(user_id)));
create policy members_tell_whom_they_know_themselves on investor_ties for insert to community_member with check (user_id = (select me()));
create policy members_change_their_own_ties on investor_ties for update to community_member
  using (user_id = (select me())) with check (user_id = (select me()));
create policy members_remove_their_own_ties on investor_ties for delete to community_member using (user_id = (select me()));
grant select, delete, insert (investor_id, user_id, kind, shown), update (kind, shown) on investor_ties to community_member;

create policy members_see_their_own_asks on tie_asks for select to community_member using (user_id = (select me()));
create policy members_ask_for_their_own_requests on tie_asks for insert to community_member
  with check (user_id = (select me()) and is_my_request(request_id));
grant select, insert (request_id, user_id) on tie_asks to community_member;

-- Whether at least three others had a quiet tie last night. Never a number, and never the present state.
create function several_more(investor integer) returns boolean stable security definer set search_path = public, pg_temp language sql as $$
  select count(*) = 3 from (
    select from nightly_ties t where t.investor_id = investor and t.user_id is distinct from me() limit 3) others $$;
revoke execute on function several_more(integer) from public;
grant execute on function several_more(integer) to community_member;

-- A request that those who know its target can be asked about.
create function has_open_investor_target(request introduction_requests) returns boolean immutable parallel safe language sql
  as $$ select request.target_investor_id is not null and request.status in ('pending', 'in_progress') $$;
