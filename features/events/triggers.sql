-- Sets created_by to the current user, if there is one, and ignores the value sent by the caller.
create function stamp_event() returns trigger language plpgsql as $$
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

create function record_event_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into event_changes (event_id, action, changed_by, before) values (
    coalesce(old.id, new.id),
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    me(),
    to_jsonb(old) - '{search_text,word_text}'::text[]);
  return null;
end $$;
create trigger record_change after insert or delete on events for each row execute function record_event_change();
create trigger record_edit after update on events for each row when (old.version <> new.version) execute function record_event_change();
create trigger event_changes_is_append_only before update or delete or truncate on event_changes
  for each statement execute function refuse_change();

create trigger announce after insert or delete on events for each row execute function announce();
create trigger announce_update after update on events for each row when (old.* is distinct from new.*) execute function announce();

-- Tells the member who added an event that somebody else changed or deleted it. Without a current member (operator) nobody is told.
create function notify_of_event_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_member((new.before ->> 'created_by')::uuid, 'event_change', 'event_change', new.id::text, my_profile_id(),
    'event', new.event_id::text);
  return null;
end $$;
create trigger notify_of_change after insert on event_changes for each row
  when (me() is not null and new.action <> 'created') execute function notify_of_event_change();

-- When a member deletes their account: keeps their events and assigns them to the former member.
create function events_forgets(account uuid) returns void language sql as $$
  update events set created_by = case created_by when account then former_member() else created_by end,
      updated_by = case updated_by when account then former_member() else updated_by end
    where account in (created_by, updated_by);
$$;
revoke execute on function events_forgets(uuid) from public;
