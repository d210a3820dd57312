-- Only the owner may edit. Used by the policies and by the field can_edit.
create function is_mine(resource resources) returns boolean stable parallel safe language sql
  as $$ select coalesce(resource.user_id = me(), false) $$;

create policy members_read_the_library on resources for select to community_member using (true);
create policy members_share_their_own on resources for insert to community_member with check (is_mine(resources));
create policy only_the_owner_edits_a_resource on resources for update to community_member
  using (is_mine(resources)) with check (is_mine(resources));
create policy only_the_owner_removes_a_resource on resources for delete to community_member using (is_mine(resources));

create policy members_read_files on resource_files for select to community_member using (true);
create policy the_owner_adds_the_file on resource_files for insert to community_member
  with check (exists (select from resources r where r.id = resource_id and is_mine(r)));

grant select, delete on resources to community_member;
grant insert (title, description, resource_type, category, url, user_id),
  update (title, description, resource_type, category, url) on resources to community_member;
grant select, insert on resource_files to community_member;
