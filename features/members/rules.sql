-- Every member may read every profile row: what a member can hide is not in this table, and a searched table needs the plain
-- policy `true` to use its indexes. That only named profiles are listed is a condition of the list itself.
create policy members_read_profiles on profiles for select to community_member using (true);
grant select on profiles to community_member;
