-- An investor is read thousands of times for every time it changes: its JSON is made when it is saved, as a member's card is.

-- Immutable: moments are written in one time zone, the average with one number of digits, everything else the same under every
-- setting. Average and count are computed again, since a generated column cannot read another.
create function investor_card(id integer, name text, title text, firm text, email text, website text, linkedin text, twitter text,
  focus text[], stage text[], check_size text, description text, notes text, user_id uuid, rating_counts integer[],
  comments_count integer, created_at timestamptz, updated_at timestamptz)
  returns text immutable parallel safe language sql set timezone = 'UTC' set extra_float_digits = 1 as $$
  select row_to_json(card)::text from (
    select id, name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes, user_id,
      stars::float8 / nullif(ratings, 0) as avg_rating, ratings as rating_count, rating_counts, comments_count, created_at, updated_at
    from (select sum(count) as ratings, sum(count * star) as stars from unnest(rating_counts) with ordinality as of_star(count, star)) given
  ) card
$$;
-- A row of up to half a page is kept whole: from 2 KB on its texts would be packed, and unpacked again for every list.
alter table investors set (toast_tuple_target = 4080);
-- As text: rows are compared to tell whether they changed, and json has no equality.
alter table investors add column card text collate "C" not null generated always as (investor_card(id, name, title, firm, email, website, linkedin,
  twitter, focus, stage, check_size, description, notes, user_id, rating_counts, comments_count, created_at, updated_at)) stored;
