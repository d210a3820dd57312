-- Permissions of investors and their comments.

create function is_mine(investor investors) returns boolean stable language sql
  as $$ select coalesce(investor.user_id = me(), false) $$;

create policy members_read_all_investors on investors for select to community_member using (true);
create policy members_add_investors_as_themselves on investors for insert to community_member with check (is_mine(investors));
create policy only_the_creator_edits_unless_none_is_recorded on investors for update to community_member
  using (user_id is null or is_mine(investors));
create policy only_the_creator_deletes_unless_none_is_recorded on investors for delete to community_member
  using (user_id is null or is_mine(investors));

-- Update excludes user_id, so that nobody becomes the creator by editing, and the rating columns, which only triggers write.
grant select, delete on investors to community_member;
grant insert (name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes, user_id),
  update (name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes)
  on investors to community_member;

create function is_mine(comment investor_comments) returns boolean stable language sql
  as $$ select coalesce(comment.user_id = my_profile_id(), false) $$;

create policy members_read_public_comments_and_their_own on investor_comments for select to community_member
  using (not is_private or is_mine(investor_comments));
create policy members_comment_as_themselves on investor_comments for insert to community_member
  with check (is_mine(investor_comments));
create policy only_the_writer_edits on investor_comments for update to community_member using (is_mine(investor_comments));
create policy only_the_writer_deletes on investor_comments for delete to community_member using (is_mine(investor_comments));

grant select, delete on investor_comments to community_member;
grant insert (investor_id, user_id, content, rating, is_private, mentions), update (content, rating, is_private, mentions)
  on investor_comments to community_member;
