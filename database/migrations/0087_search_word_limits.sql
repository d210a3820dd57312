-- A search of two hundred letters can have a hundred words, and each word is looked up in an index by all that begins with it. A word
-- typed twice is looked up once, and at most ten words are looked up; the others are compared with the rows that these ten lead to.

create or replace function search_terms(typed text, category text, pinned boolean) returns text[]
  immutable parallel safe language sql as $$
  select array(
    select upper(category) where category is not null
    union all select 'PINNED' where pinned
    union all select 'NOTHING' where typed ~ '\S' and words_of(typed) = '{}' -- only signs: no topic is filed under those
    union all (select distinct word || ':*' from unnest(words_of(typed)) word))
$$;

-- As in migration 0021, but for the ten terms that are looked up.
create or replace function newest_topics(terms text[], before integer, most integer) returns setof integer
  stable rows 20 language plpgsql as $$
declare
  wanted tsquery := array_to_string(terms, ' & ')::tsquery;
  looked_up text[] := terms[1:10];
  low integer := greatest(before - 1000, 1);
  missing integer := most;
  found_now integer;
  eras integer;
  era integer;
  rarest tsquery;
begin
  -- `offset 0` keeps the planner from any other way than the one written here.
  return query select t.id from (select p.id, p.search from posts p where p.id >= low and p.id < before offset 0) t
    where t.search @@ wanted order by t.id desc limit missing;
  get diagnostics found_now = row_count;
  missing := missing - found_now;

  foreach eras in array array[2, 6] loop
    exit when missing = 0 or low = 1;
    era := greatest((low - 1) / 8192 - eras + 1, 0);
    return query select t.id from
        (select p.id, p.search from posts p where in_era(p.id, p.search) @@ in_eras(looked_up, era, (low - 1) / 8192) offset 0) t
      where t.id < low and t.search @@ wanted order by t.id desc limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    low := greatest(era * 8192, 1);
  end loop;
  if missing = 0 or low = 1 then return; end if;

  -- The index gathers all that begins with a term before it compares, so it is asked for the one that is rarest of late.
  if cardinality(terms) > 1 then
    select term into rarest from (select p.search from posts p where p.id >= before - 1000 and p.id < before offset 0) t,
      unnest(looked_up) term group by term order by count(*) filter (where t.search @@ term::tsquery) limit 1;
  end if;
  rarest := coalesce(rarest, wanted);
  return query select t.id from (select p.id, p.search from posts p where p.search @@ rarest offset 0) t
    where t.id < low and t.search @@ wanted order by t.id desc limit missing;
end $$;

create or replace function introduction_terms(typed text, status text) returns text[] immutable parallel safe language sql as $$
  select array(
    (select distinct word || ':*' from unnest(words_of(typed)) word)
    union all select 'NOTHING' where words_of(typed) = '{}' -- only signs: no request is filed under those
    union all select upper(status) where status is not null)
$$;
