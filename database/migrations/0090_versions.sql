-- Which version of a row an editor saw: two people, or two tabs, do not overwrite each other unseen. The version and the time of the
-- last edit move only when something that a person edits is really another value. Counters, likes, pins and ratings are no edits, and
-- neither is saving what stands there already.

create function stamp_edit() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  if 'updated_at' = any (tg_argv) then
    -- A time that the operator or the demo gives stands; members cannot write it.
    if new.updated_at = old.updated_at then new.updated_at := now(); end if;
  end if;
  if 'updated_by' = any (tg_argv) then new.updated_by := coalesce(me(), new.updated_by); end if;
  return new;
end $$;

alter table posts add column version integer not null default 1;
drop trigger mark_edited on posts;
create trigger stamp_edit before update on posts for each row
  when ((old.title, old.content, old.tags) is distinct from (new.title, new.content, new.tags)) execute function stamp_edit('updated_at');

alter table comments add column version integer not null default 1;
drop trigger mark_edited on comments;
create trigger stamp_edit before update on comments for each row
  when (old.content is distinct from new.content) execute function stamp_edit('updated_at');

alter table investors add column version integer not null default 1;
drop trigger investor_is_updated on investors;
drop function touch_investor();
create trigger stamp_edit before update on investors for each row
  when ((old.name, old.title, old.firm, old.email, old.website, old.linkedin, old.twitter, old.focus, old.stage, old.check_size,
      old.description, old.notes)
    is distinct from (new.name, new.title, new.firm, new.email, new.website, new.linkedin, new.twitter, new.focus, new.stage,
      new.check_size, new.description, new.notes))
  execute function stamp_edit('updated_at');

alter table investor_comments add column version integer not null default 1;
create trigger stamp_edit before update on investor_comments for each row
  when ((old.content, old.rating, old.is_private) is distinct from (new.content, new.rating, new.is_private)) execute function stamp_edit();
-- Told of only when it changed, as everything else is.
drop trigger announce on investor_comments;
create trigger announce after insert or delete on investor_comments for each row execute function announce_investor_comment();
create trigger announce_update after update on investor_comments for each row when (old.* is distinct from new.*)
  execute function announce_investor_comment();

alter table resources add column version integer not null default 1;
create trigger stamp_edit before update on resources for each row
  when ((old.title, old.description, old.resource_type, old.category, old.url)
    is distinct from (new.title, new.description, new.resource_type, new.category, new.url))
  execute function stamp_edit();

-- The email of the target is the requester's alone, and so is whether it was changed: it has a version of its own, and the requester's
-- version is the sum of both. So that the sum never falls, the row stays when the email is taken away.
alter table introduction_requests add column version integer not null default 1;
create trigger stamp_edit before update on introduction_requests for each row
  when ((old.request_title, old.context, old.your_company, old.target_person, old.urgency, old.status, old.target_description,
      old.title, old.requester_company, old.company, old.target_name)
    is distinct from (new.request_title, new.context, new.your_company, new.target_person, new.urgency, new.status, new.target_description,
      new.title, new.requester_company, new.company, new.target_name))
  execute function stamp_edit('updated_at');
alter table introduction_targets add column version integer not null default 1;
alter table introduction_targets alter column target_email drop not null;
create trigger stamp_edit before update on introduction_targets for each row
  when (old.target_email is distinct from new.target_email) execute function stamp_edit();

-- Likewise the contacts of a profile, which a member may hide.
alter table profiles add column version integer not null default 1;
create trigger stamp_edit before update on profiles for each row
  when ((old.full_name, old.title, old.company_name, old.company_description, old.company_website, old.industry, old.stage,
      old.fundraising_status, old.needs, old.can_help_with, old.contact_method, old.location, old.twitter_handle, old.linkedin_url,
      old.github, old.website, old.bio)
    is distinct from (new.full_name, new.title, new.company_name, new.company_description, new.company_website, new.industry, new.stage,
      new.fundraising_status, new.needs, new.can_help_with, new.contact_method, new.location, new.twitter_handle, new.linkedin_url,
      new.github, new.website, new.bio))
  execute function stamp_edit('updated_at');
-- A picture is put in place at once, beside a form that may be open: no new version of what is written there.
create trigger mark_edited before update on profiles for each row
  when (old.avatar_url is distinct from new.avatar_url) execute function mark_edited();
alter table profile_contacts add column version integer not null default 1;
create trigger stamp_edit before update on profile_contacts for each row
  when ((old.value, old.visibility) is distinct from (new.value, new.visibility)) execute function stamp_edit();

create or replace function as_saved(profile profiles) returns jsonb stable parallel safe language sql
  as $$ select to_jsonb(profile) - '{search_text,card,version}'::text[] $$;

-- Events had a version before. Handing one on to the former member touches nothing that a person edits, so it is no change by itself.
drop trigger stamp on events;
drop trigger record_change on events;
create or replace function stamp_event() returns trigger language plpgsql as $$
begin
  new.created_by := coalesce(me(), new.created_by);
  return new;
end $$;
create trigger stamp before insert on events for each row execute function stamp_event();
create trigger stamp_edit before update on events for each row
  when ((old.title, old.description, old.location, old.event_date, old.start_time, old.end_time, old.ends_next_day, old.event_type,
      old.is_online, old.meeting_link)
    is distinct from (new.title, new.description, new.location, new.event_date, new.start_time, new.end_time, new.ends_next_day,
      new.event_type, new.is_online, new.meeting_link))
  execute function stamp_edit('updated_at', 'updated_by');

create or replace function record_event_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into event_changes (event_id, action, changed_by, before) values (
    coalesce(old.id, new.id),
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    me(),
    to_jsonb(old) - 'search_text');
  return null;
end $$;
drop function is_handed_on(events, events);
create trigger record_change after insert or delete on events for each row execute function record_event_change();
create trigger record_edit after update on events for each row when (old.version <> new.version) execute function record_event_change();
