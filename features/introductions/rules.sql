-- All members read all requests and comments. Only the requester edits and deletes a request; its author or the requester deletes
-- a comment. Only the requester reads the target's email. Only the requester writes the blurb.

-- Used by the policies and by the can_… fields of the replies, so that screens offer only what the policies allow.
create function is_mine(request introduction_requests) returns boolean stable parallel safe language sql
  as $$ select request.user_id = me() $$;
create function is_my_request(request integer) returns boolean stable parallel safe language sql
  as $$ select exists (select from introduction_requests r where r.id = request and is_mine(r)) $$;
create function may_delete(comment introduction_comments) returns boolean stable parallel safe language sql
  as $$ select coalesce(comment.user_id = me(), false) or is_my_request(comment.request_id) $$;

create policy members_read_all_introductions on introduction_requests for select to community_member using (true);
create policy members_ask_for_themselves on introduction_requests for insert to community_member
  with check (is_mine(introduction_requests) and target_profile_id is distinct from my_profile_id());
create policy only_the_requester_edits on introduction_requests for update to community_member
  using (is_mine(introduction_requests)) with check (is_mine(introduction_requests));
create policy only_the_requester_deletes on introduction_requests for delete to community_member
  using (is_mine(introduction_requests));
create function is_open(status text) returns boolean immutable parallel safe language sql
  as $$ select status in ('pending', 'in_progress', 'approved') $$;

-- What the current member said or did in the open, for could_help: what they can help with, the investors whom they added or commented on
-- in public (the latest ones), and the members whom they muted.
create function my_help() returns table (areas text[], investors integer[], muted uuid[]) stable language sql as $$
  select coalesce((select can_help_with from profiles where id = my_profile_id()), '{}'),
    -- `offset 0`: the index of the member's investors must be used, not that of all ids.
    array((select id from (select id from investors where user_id = me() offset 0) added order by id desc limit 200)
      union (select investor_id from investor_comments where user_id = my_profile_id() and not is_private order by created_at desc limit 200)),
    array(select p.user_id from mutes m join profiles p on p.id = m.muted_id where m.user_id = me()) $$;
-- Whether the current member could help with a request: for the filter 'I could help' and for the digest. A query passes the columns of
-- my_help(), each as a subselect: PostgreSQL then inlines this function, and reads them once.
create function could_help(request introduction_requests, areas text[], investors integer[], muted uuid[]) returns boolean stable language sql as $$
  -- Approved: the target has said yes to somebody's introduction.
  select is_open(request.status) and request.status <> 'approved' and request.quiet_since is null and request.user_id <> me() and request.user_id <> all (muted)
    and request.target_profile_id is distinct from my_profile_id()
    and (request.help_areas && areas or coalesce(request.target_investor_id = any (investors), false)) and is_enabled(request.user_id) $$;

-- Insert excludes status (default: pending) and the legacy columns. Update includes the legacy columns, because setShown clears them.
grant select, delete, insert (user_id, request_title, context, your_company, target_person, urgency, target_profile_id, target_investor_id),
  update (request_title, context, your_company, target_person, urgency, status, target_profile_id, target_investor_id, confirmed_at,
    target_description, title, requester_company, company, target_name)
  on introduction_requests to community_member;

create policy only_the_requester_knows_the_targets_email on introduction_targets to community_member
  using (is_my_request(request_id)) with check (is_my_request(request_id));
grant select, insert (request_id, target_email), update (target_email) on introduction_targets to community_member;

-- The requester, those who offer the introduction, and the target once asked.
create function may_read_blurb(request integer) returns boolean stable language sql
  as $$ select is_my_request(request) or reads_blurb_by_offer(request) $$;
create policy those_concerned_read_the_blurb on introduction_blurbs for select to community_member using (may_read_blurb(request_id));
create policy the_requester_adds_a_blurb on introduction_blurbs for insert to community_member with check (is_my_request(request_id));
create policy the_requester_edits_the_blurb on introduction_blurbs for update to community_member
  using (is_my_request(request_id)) with check (is_my_request(request_id));
grant select, insert (request_id, text), update (text) on introduction_blurbs to community_member;

create policy members_read_introduction_comments on introduction_comments for select to community_member using (true);
create policy members_comment_as_themselves on introduction_comments for insert to community_member
  with check (user_id = me());
create policy the_author_or_the_requester_deletes_a_comment on introduction_comments for delete to community_member
  using (may_delete(introduction_comments));
grant select, delete, insert (request_id, user_id, comment_text, mentions) on introduction_comments to community_member;

-- Only the trigger writes this table.
create policy members_read_the_history on introduction_status_changes for select to community_member using (true);
grant select on introduction_status_changes to community_member;
