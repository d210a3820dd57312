-- The investor database: investors, and what members say about them.

create table investors (
  id integer generated always as identity primary key,
  name text collate names not null check (btrim(name) <> ''),
  title text not null default '',
  firm text collate names not null check (btrim(firm) <> ''),
  email text not null default '',
  website text not null default '',
  linkedin text not null default '',
  twitter text not null default '',
  focus text[] not null default '{}',
  stage text[] not null default '{}',
  check_size text not null default '',
  description text not null default '',
  notes text not null default '',
  -- Who added it; null: not recorded, and then any member may edit. So an account that goes must hand its investors on first.
  user_id uuid references users,
  -- How many public ratings of one to five stars. Everything else about ratings follows from these five numbers.
  rating_counts integer[] not null default '{0,0,0,0,0}'
    check (array_length(rating_counts, 1) = 5 and 0 <= all (rating_counts)),
  rating_count integer not null generated always as
    (rating_counts[1] + rating_counts[2] + rating_counts[3] + rating_counts[4] + rating_counts[5]) stored,
  rating_sum integer not null generated always as
    (rating_counts[1] + 2 * rating_counts[2] + 3 * rating_counts[3] + 4 * rating_counts[4] + 5 * rating_counts[5]) stored,
  avg_rating double precision generated always as (
    (rating_counts[1] + 2 * rating_counts[2] + 3 * rating_counts[3] + 4 * rating_counts[4] + 5 * rating_counts[5])::float8
    / nullif(rating_counts[1] + rating_counts[2] + rating_counts[3] + rating_counts[4] + rating_counts[5], 0)) stored,
  comments_count integer not null default 0 check (comments_count >= 0), -- public ones only
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- The line breaks keep a search from matching across two fields.
  search_text text collate "C" not null generated always as (plain(name || E'\n' || firm || E'\n' || title || E'\n' ||
    description || E'\n' || notes || E'\n' || tags_as_text(focus) || E'\n' || tags_as_text(stage))) stored
);

-- One index for each order of the list, and one for its tab.
create index investors_by_name on investors (name, id);
create index investors_by_rating on investors (coalesce(avg_rating, 0) desc, rating_count desc, id desc);
create index investors_by_age on investors (created_at desc, id desc);
create index investors_by_comments on investors (comments_count desc, id desc);
create index investors_top_rated on investors (name, id) where avg_rating >= 4;
-- One for each way to narrow it.
create index investors_search on investors using gin (search_text gin_trgm_ops);
create index investors_by_stage on investors using gin (stage);
create index investors_by_focus on investors using gin (focus);
-- For the warning before somebody adds the same investor again.
create index investors_alike on investors using gin (name gin_trgm_ops, firm gin_trgm_ops);
create index investors_of_user on investors (user_id);

-- Ids that are handed out one after the other would let everybody count the private comments between two public ones. So they are
-- drawn at random (triggers.sql). What was drawn once is kept, so that no comment gets the id of one that is hidden or was deleted.
create table investor_comment_ids (id integer primary key check (id > 0));

create table investor_comments (
  id integer primary key,
  investor_id integer not null references investors on delete cascade,
  user_id integer references profiles on delete cascade, -- null: its writer has left
  content text not null check (btrim(content) <> ''),
  rating integer check (rating between 1 and 5),
  is_private boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create index investor_comments_newest on investor_comments (investor_id, created_at desc, id desc);
create index investor_comments_of_member on investor_comments (user_id);

alter table investors enable row level security;
alter table investor_comment_ids enable row level security;
alter table investor_comments enable row level security;
