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
  version integer not null default 1,
  -- The line breaks keep a search from matching across two fields.
  search_text text collate "C" not null generated always as
    (plain(title || e'\n' || description || e'\n' || location)) stored,
  constraint a_place_unless_online check (is_online or location ~ '\S'),
  constraint a_link_exactly_when_online check (is_online = (meeting_link is not null)),
  constraint ends_after_it_starts check (ends_next_day or end_time >= start_time)
);
-- Upcoming is a range of it, Past is the rest read backwards.
create index events_by_day on events (event_date, start_time, id);
create index events_by_time on events (created_at, id);

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

alter table events enable row level security;
alter table event_changes enable row level security;
