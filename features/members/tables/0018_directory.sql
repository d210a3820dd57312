-- For the directory's filters by what members look for, what they can help with, and where they are: all in one array, so that one index
-- and one statement serve every combination. Members type their location, so case and accents do not count.
create function member_tags(needs text[], offers text[], location text) returns text[] immutable parallel safe language sql
  return array(select 'needs ' || tag from unnest(needs) tag) || array(select 'offers ' || tag from unnest(offers) tag)
    || array_remove(array['in ' || plain(location)], null);
create index profiles_by_tags on profiles using gin (member_tags(needs, can_help_with, location));

-- For what a member did, on their page.
create index events_of_user on events (created_by);
create index resources_of_user on resources (user_id);

-- Home says once that the profile is complete.
alter table member_visits add column saw_complete boolean not null default false;
