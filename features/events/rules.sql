-- Every member may add, edit and delete every event. Earlier states are kept in event_changes, which only the operator reads
-- (history.ts).
create policy members_read_the_calendar on events for select to community_member using (true);
create policy members_add_events on events for insert to community_member with check (created_by = me());
create policy any_member_edits_any_event on events for update to community_member using (true) with check (true);
create policy any_member_deletes_any_event on events for delete to community_member using (true);

grant select, delete on events to community_member;
grant insert (title, description, location, event_date, start_time, end_time, ends_next_day, event_type, is_online, meeting_link),
  update (title, description, location, event_date, start_time, end_time, ends_next_day, event_type, is_online, meeting_link)
  on events to community_member;

-- The current calendar day in the community's time zone.
create function today_in(zone text, at timestamptz default now()) returns date stable parallel safe language sql
  as $$ select (at at time zone zone)::date $$;
