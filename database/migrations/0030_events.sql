-- The community's calendar. A date is a calendar day and a time a wall clock, both in the community's own time zone: nothing
-- here is ever shifted by UTC.

create table events (
  id integer generated always as identity primary key,
  title text not null check (title ~ '\S'),
  description text not null check (description ~ '\S'),
  location text not null default '',
  event_date date not null,
  start_time time not null default '18:00',
  end_time time not null default '20:00',
  ends_next_day boolean not null default false,
  event_type text not null default 'in_person' check (event_type in ('in_person', 'online', 'hybrid')),
  is_online boolean not null default false,
  meeting_link text check (meeting_link ~* '^https?://'),
  created_by uuid references users,         -- null: nobody's, such as what an operator put back
  updated_by uuid references users,         -- null: never changed
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,       -- an editor says which one they saw, so that no change is overwritten unseen
  constraint a_place_unless_online check (is_online or location ~ '\S'),
  constraint a_link_exactly_when_online check (is_online = (meeting_link is not null)),
  constraint ends_after_it_starts check (ends_next_day or end_time >= start_time)
);
-- Upcoming is a range of it, Past is the rest read backwards.
create index events_by_day on events (event_date, start_time, id);
-- The line breaks keep a search from matching across two fields.
create index events_search on events using gin ((title || e'\n' || description || e'\n' || location) gin_trgm_ops);

-- Who and when are the database's to say, whatever a caller writes.
create function stamp_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce(me(), new.created_by);
  else
    new.created_by := old.created_by;
    new.created_at := old.created_at;
    new.updated_by := coalesce(me(), new.updated_by);
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger stamp before insert or update on events for each row execute function stamp_event();

-- Every change with what stood there before. Any member may edit or delete any event, so nothing may be lost by it.
create table event_changes (
  id bigint generated always as identity primary key,
  event_id integer not null,                -- no reference: the history outlives the event
  action text not null check (action in ('created', 'updated', 'deleted')),
  changed_by uuid,                          -- no reference either; null: the operator
  changed_at timestamptz not null default now(),
  before jsonb                              -- the whole row; null when it was created
);
create index event_changes_of_event on event_changes (event_id, id);

create function record_event_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into event_changes (event_id, action, changed_by, before) values (
    coalesce(old.id, new.id),
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    me(),
    to_jsonb(old));
  return null;
end $$;
create trigger record_change after insert or update or delete on events for each row execute function record_event_change();
create trigger event_changes_is_append_only before update or delete or truncate on event_changes
  for each statement execute function refuse_change();

alter table events enable row level security;
alter table event_changes enable row level security;
