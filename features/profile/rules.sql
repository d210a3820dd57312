-- A member's own profile. For other members see members/rules.sql.

-- Compares the account, not my_profile_id(), which is still null in the transaction that creates a profile and its contacts.
create function is_mine(profile profiles) returns boolean stable language sql
  as $$ select coalesce(profile.user_id = me(), false) $$;
create function is_mine(contact profile_contacts) returns boolean stable language sql
  as $$ select exists (select from profiles p where p.id = contact.profile_id and is_mine(p)) $$;

-- The row without internal columns.
create function as_saved(profile profiles) returns jsonb stable parallel safe language sql
  as $$ select to_jsonb(profile) - '{search_text,word_text,version}'::text[] $$;

create policy members_make_their_own_profile on profiles for insert to community_member with check (is_mine(profiles));
create policy only_the_owner_edits_a_profile on profiles for update to community_member
  using (is_mine(profiles)) with check (is_mine(profiles));

create policy the_owner_sees_their_contacts on profile_contacts for select to community_member
  using (is_mine(profile_contacts));
create policy the_owner_sets_their_contacts on profile_contacts for insert to community_member
  with check (is_mine(profile_contacts));
create policy only_the_owner_edits_their_contacts on profile_contacts for update to community_member
  using (is_mine(profile_contacts)) with check (is_mine(profile_contacts));

grant insert (user_id, full_name), update (full_name, title, company_name, company_description, company_website, industry, stage,
  fundraising_status, needs, can_help_with, contact_method, location, twitter_handle, linkedin_url, github, website, bio,
  avatar_url, completion_percentage) on profiles to community_member;
grant select, insert (profile_id, kind, value, visibility), update (value, visibility) on profile_contacts to community_member;

-- The server creates the profile of a new account and reads the profile of a session.
create policy the_server_makes_profiles on profiles for insert to community_server with check (true);
create policy the_server_knows_profiles on profiles for select to community_server using (true);
create policy the_server_makes_contacts on profile_contacts for insert to community_server with check (true);
grant select, insert (user_id, full_name) on profiles to community_server;
grant insert (profile_id, kind, value, visibility) on profile_contacts to community_server;
