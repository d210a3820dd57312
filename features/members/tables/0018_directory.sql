-- For the directory's filters by what members look for, what they can help with, and where they are. One index for all three, so that
-- one statement serves every combination: an empty array is contained in every row.
create index profiles_by_tags on profiles using gin (needs, coalesce(can_help_with, '{}'), (array[plain(location)]));

-- For what a member did, on their page.
create index events_of_user on events (created_by);
create index resources_of_user on resources (user_id);

-- Home says once that the profile is complete.
alter table member_visits add column saw_complete boolean not null default false;
