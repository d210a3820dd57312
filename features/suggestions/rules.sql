-- Only the requester reads whom they asked. Those asked get a notification.
create policy members_see_whom_they_asked on introduction_asks for select to community_member using (user_id = (select me()));
create policy members_ask_about_their_own_requests on introduction_asks for insert to community_member
  with check (user_id = (select me()) and is_my_request(request_id));
grant select, insert (request_id, user_id, asked_id) on introduction_asks to community_member;

-- How much a reason counts in the order of suggestions. What a member said about the target counts more than all that they can help with: an
-- area counts 4, and at most three of them count.
create function reason_points(reason text) returns integer immutable parallel safe language sql as $$
  select case reason when 'well' then 70 when 'invested' then 60 when 'company' then 50 when 'met' then 40 when 'pitched' then 20
    when 'commented' then 16 when 'added' then 15 when 'industry' then 3 else 0 end $$;
