-- A calendar is searched in its own order, in small letters that stand ready beside each event: database/list.ts says why
-- without an index.
drop index events_search;
alter table events add column search_text text collate "C" not null generated always as
  -- The line breaks keep a search from matching across two fields.
  (lower((title || e'\n' || description || e'\n' || location) collate names)) stored;

-- The history keeps what members wrote, not what follows from it.
create or replace function record_event_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into event_changes (event_id, action, changed_by, before) values (
    coalesce(old.id, new.id),
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    me(),
    to_jsonb(old) - 'search_text');
  return null;
end $$;
