-- The library: links that members share and files that they upload. What belongs to nobody is the community's own.

create table resources (
  id integer generated always as identity primary key,
  title text not null check (title ~ '\S'),
  description text not null default '',
  resource_type text not null default 'template' check (resource_type ~ '\S'),
  category text not null default 'other' check (category ~ '\S'),
  -- A link out, or an address of ours: what does not begin with 'http' is downloaded.
  url text not null check (url ~* '^https?://' or url ~ '^/api/resource-files/'),
  created_at timestamptz not null default now(),
  user_id uuid references users,            -- null: the community's own, which no member edits
  -- The line break keeps a search from matching across both fields.
  search_text text collate "C" not null generated always as (lower((title || e'\n' || description) collate names)) stored
);
create index resources_newest on resources (created_at desc, id desc);
create index resources_of_category on resources (category, created_at desc, id desc);
create index resources_of_type on resources (resource_type, created_at desc, id desc);

-- An uploaded file: `key` is its random name in the file store and in its address, `name` what it is saved as.
create table resource_files (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{22}$'),
  resource_id integer not null unique references resources on delete cascade,
  name text not null,
  size integer not null check (size > 0)
);

alter table resources enable row level security;
alter table resource_files enable row level security;
