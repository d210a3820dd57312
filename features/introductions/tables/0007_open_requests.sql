alter table introduction_requests
  add column comments_count integer not null default 0 check (comments_count >= 0), -- kept by a trigger
  add column confirmed_at timestamptz, -- when the requester last said that they are still looking; null: not since created_at
  add column quiet_since timestamptz,  -- when they were asked whether they are, if they have not answered
  add column help_areas text[] not null default '{}'; -- who could help: what the requester looks for, kept by a trigger
update introduction_requests r set
  comments_count = (select count(*) from introduction_comments c where c.request_id = r.id),
  help_areas = coalesce((select needs from profiles p where p.user_id = r.user_id), '{}')
    || case when target_investor_id is not null then array['Funding'] else '{}' end;

-- At most one open request of a requester for a member. Of several, the newest keeps its link, and the others only the name.
update introduction_requests r set target_profile_id = null
  where target_profile_id is not null and status in ('pending', 'in_progress', 'approved') and exists (
    select from introduction_requests n where n.user_id = r.user_id and n.target_profile_id = r.target_profile_id
      and n.status in ('pending', 'in_progress', 'approved') and n.id > r.id);
create unique index one_open_request_for_a_member on introduction_requests (user_id, target_profile_id)
  where target_profile_id is not null and status in ('pending', 'in_progress', 'approved');

-- For the filters 'Unanswered' and 'I could help'.
create index introduction_requests_unanswered on introduction_requests (id) where status = 'pending' and comments_count = 0;
create index introduction_requests_waiting on introduction_requests (id)
  where status in ('pending', 'in_progress', 'approved') and quiet_since is null;
create index introduction_requests_by_help on introduction_requests using gin (help_areas)
  where status in ('pending', 'in_progress', 'approved') and quiet_since is null;
-- For the job that asks 'Still looking?'.
create index introduction_requests_to_confirm on introduction_requests (coalesce(confirmed_at, created_at))
  where status in ('pending', 'in_progress') and quiet_since is null;
