-- One profile a user. What every member may read stands here; email and phone, which a member may hide, in profile_contacts.

create table profiles (
  id integer generated always as identity primary key,
  user_id uuid not null unique references users on delete cascade,
  full_name text not null default '',
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
  updated_at timestamptz not null default now()
);

create table profile_contacts (
  profile_id integer primary key references profiles on delete cascade,
  email text,
  email_visibility text not null default 'members' check (email_visibility in ('members', 'only me')),
  phone text,
  phone_visibility text not null default 'only me' check (phone_visibility in ('members', 'only me'))
);

alter table profiles enable row level security;
alter table profile_contacts enable row level security;
