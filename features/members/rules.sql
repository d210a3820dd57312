-- Every member may read every profile row: what a member can hide is not in this table, and a searched table needs the plain
-- policy `true` to use its indexes. That only named profiles are listed is a condition of the list itself.
create policy members_read_profiles on profiles for select to community_member using (true);
create policy members_see_contacts_shared_with_them on profile_contacts for select to community_member
  using (visibility = 'members');
create policy members_look_up_words on search_words for select to community_member using (true);

grant select on profiles, members, search_words to community_member;
