-- The investor database: investors, and what members say about them.

-- array_to_string is only marked stable, since some element types print differently from setting to setting; text does not.
create function tags_as_text(tags text[]) returns text immutable parallel safe language sql
  as $$ select array_to_string(tags, E'\n') $$;

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
  search_text text collate names not null generated always as (lower((name || E'\n' || firm || E'\n' || title || E'\n' ||
    description || E'\n' || notes || E'\n' || tags_as_text(focus) || E'\n' || tags_as_text(stage)) collate names)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One index for each order of the list, and one for its tab.
create index investors_by_name on investors (name, id);
create index investors_by_rating on investors (coalesce(avg_rating, 0) desc, rating_count desc, id desc);
create index investors_by_age on investors (created_at desc, id desc);
create index investors_by_comments on investors (comments_count desc, id desc);
create index investors_top_rated on investors (name, id) where avg_rating >= 4;
-- One for each way to narrow it.
create index investors_by_text on investors using gin (search_text gin_trgm_ops);
create index investors_by_stage on investors using gin (stage);
create index investors_by_focus on investors using gin (focus);
-- For the warning before somebody adds the same investor again.
create index investors_alike on investors using gin (name gin_trgm_ops, firm gin_trgm_ops);
create index investors_of_user on investors (user_id);

create table investor_comments (
  id integer generated always as identity primary key,
  investor_id integer not null references investors on delete cascade,
  user_id integer not null references profiles on delete cascade,
  content text not null check (btrim(content) <> ''),
  rating integer check (rating between 1 and 5),
  is_private boolean not null default false,
  created_at timestamptz not null default now()
);
create index investor_comments_newest on investor_comments (investor_id, created_at desc, id desc);
create index investor_comments_of_member on investor_comments (user_id);

-- Only what a person edits is an update: the columns that ratings move are not named here.
create function touch_investor() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger investor_is_updated before update
  of name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes on investors
  for each row execute function touch_investor();

-- The five numbers with one of them moved; without a star, as they are.
create function with_star(counts integer[], star integer, by integer) returns integer[] immutable language sql as $$
  select array_agg(count + case when place = star then by else 0 end order by place)
  from unnest(counts) with ordinality as counted(count, place)
$$;

-- A private comment touches nothing that another member could see: not the average, not the count.
create function count_investor_comment() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and not old.is_private then
    update investors set comments_count = comments_count - 1,
      rating_counts = with_star(rating_counts, old.rating, -1) where id = old.investor_id;
  end if;
  if tg_op <> 'DELETE' and not new.is_private then
    update investors set comments_count = comments_count + 1,
      rating_counts = with_star(rating_counts, new.rating, 1) where id = new.investor_id;
  end if;
  return null;
end $$;
create trigger investor_comment_counts after insert or delete on investor_comments
  for each row execute function count_investor_comment();
create trigger changed_investor_comment_counts after update of rating, is_private, investor_id on investor_comments
  for each row when (old.rating is distinct from new.rating or old.is_private <> new.is_private
    or old.investor_id <> new.investor_id)
  execute function count_investor_comment();

alter table investors enable row level security;
alter table investor_comments enable row level security;
