-- All members read all requests and comments. Only the requester edits and deletes a request; its author or the requester deletes
-- a comment. Only the requester reads the target's email.

-- Used by the policies and by the can_… fields of the replies, so that screens offer only what the policies allow.
create function is_mine(request introduction_requests) returns boolean stable parallel safe language sql
  as $$ select request.user_id = me() $$;
create function is_my_request(request integer) returns boolean stable parallel safe language sql
  as $$ select exists (select from introduction_requests r where r.id = request and is_mine(r)) $$;
create function may_delete(comment introduction_comments) returns boolean stable parallel safe language sql
  as $$ select coalesce(comment.user_id = me(), false) or is_my_request(comment.request_id) $$;

create policy members_read_all_introductions on introduction_requests for select to community_member using (true);
create policy members_ask_for_themselves on introduction_requests for insert to community_member
  with check (is_mine(introduction_requests));
create policy only_the_requester_edits on introduction_requests for update to community_member
  using (is_mine(introduction_requests)) with check (is_mine(introduction_requests));
create policy only_the_requester_deletes on introduction_requests for delete to community_member
  using (is_mine(introduction_requests));
-- Insert excludes status (default: pending) and the legacy columns. Update includes the legacy columns, because setShown clears them.
grant select, delete, insert (user_id, request_title, context, your_company, target_person, urgency, target_profile_id),
  update (request_title, context, your_company, target_person, urgency, status, target_profile_id,
    target_description, title, requester_company, company, target_name)
  on introduction_requests to community_member;

create policy only_the_requester_knows_the_targets_email on introduction_targets to community_member
  using (is_my_request(request_id)) with check (is_my_request(request_id));
grant select, insert (request_id, target_email), update (target_email) on introduction_targets to community_member;

create policy members_read_introduction_comments on introduction_comments for select to community_member using (true);
create policy members_comment_as_themselves on introduction_comments for insert to community_member
  with check (user_id = me());
create policy the_author_or_the_requester_deletes_a_comment on introduction_comments for delete to community_member
  using (may_delete(introduction_comments));
grant select, delete, insert (request_id, user_id, comment_text, mentions) on introduction_comments to community_member;

-- Only the trigger writes this table.
create policy members_read_the_history on introduction_status_changes for select to community_member using (true);
grant select on introduction_status_changes to community_member;
