-- One profile for each user. What every member may read stands here; email and phone, which a member may hide, in profile_contacts.

create table profiles (
  id integer generated always as identity primary key,
  user_id uuid not null unique references users on delete cascade,
  full_name text collate names not null default '',
  title text,
  company_name text not null default '',
  company_description text not null default '',
  company_website text,
  industry text not null default '',
  stage text not null default '',
  fundraising_status text not null default '',
  needs text[] not null default '{}',
  can_help_with text[],
  contact_method text not null default '',
  location text,
  twitter_handle text,
  linkedin_url text,
  github text,
  website text,
  bio text,
  avatar_url text,
  completion_percentage integer not null default 0 check (completion_percentage between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text collate "C" not null generated always as
    (word_starts(plain(full_name || e'\n' || company_name || e'\n' || industry || e'\n' || company_description))) stored
);
create index profiles_search on profiles using gin (search_text gin_trgm_ops);
create index profiles_by_part_of_name on profiles using gin (word_starts(plain(full_name)) gin_trgm_ops);
create index profiles_by_time on profiles (created_at, id);
-- One index for each way to narrow the directory, each in list order, so that a page is read without sorting.
create index profiles_by_name on profiles (full_name, id) where full_name <> '';
create index profiles_by_industry on profiles (industry, full_name, id) where full_name <> '';
create index profiles_by_stage on profiles (stage, full_name, id) where full_name <> '';
create index profiles_by_both on profiles (industry, stage, full_name, id) where full_name <> '';

-- A row for each contact instead of a column: row-level rules hide rows, so each can be hidden by itself.
create table profile_contacts (
  profile_id integer not null references profiles on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  value text not null default '',
  visibility text not null default 'only me' check (visibility in ('members', 'only me')),
  version integer not null default 1,
  primary key (profile_id, kind)
);

alter table profiles enable row level security;
alter table profile_contacts enable row level security;
