create policy members_keep_their_own_visits on member_visits to community_member using (user_id = (select me())) with check (user_id = (select me()));
grant select, insert, update on member_visits to community_member;
