-- Search over title, content, category and author, newest first. docs/decisions/forum-search.md says how and why.

-- The words of a text, without case and accents: 'Zoë: Pre-seed?' has zoe, pre and seed.
create function words_of(written text) returns text[] immutable parallel safe language sql as $$
  select coalesce(array_agg(left(word, 40)), '{}')
    from regexp_split_to_table(
      regexp_replace(lower(normalize(written, nfkd) collate names), U&'[\0300-\036F]', '', 'g') collate names,
      '[^[:alnum:]]+') word
    where word <> ''
$$;

-- What a topic is filed under: its words in small letters; its category, and PINNED, in capitals.
alter table posts add column search tsvector not null default '';

create function file_topic() returns trigger language plpgsql as $$
declare
  category text := category_of(new);
  author text := (select full_name from profiles where id = new.user_id);
begin
  new.search := array_to_tsvector(words_of(concat_ws(' ', new.title, new.content, category, author)) || upper(category)
    || case when new.is_pinned then array['PINNED'] end);
  return new;
end $$;
create trigger file_topic before insert or update of title, content, tags, user_id, is_pinned on posts
  for each row execute function file_topic();

create function refile_topics() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update posts set title = title where user_id = new.id;
  return null;
end $$;
create trigger refile_topics after update of full_name on profiles
  for each row when (old.full_name is distinct from new.full_name) execute function refile_topics();

-- An era is 8192 topics in a row. Filed by era ('17.payroll'), the newest matches are found without reading all there are.
create function in_era(id integer, search tsvector) returns tsvector immutable parallel safe language sql as $$
  select array_to_tsvector(array(select $1 / 8192 || '.' || word from unnest(tsvector_to_array($2)) word)) $$;

-- Without the pending list: every search would read it from end to end.
create index posts_search on posts using gin (search) with (fastupdate = off);
create index posts_search_by_era on posts using gin (in_era(id, search)) with (fastupdate = off);

-- Every word typed must begin a word of the topic.
create function search_terms(typed text, category text, pinned boolean) returns text[]
  immutable parallel safe language sql as $$
  select array(
    select word || ':*' from unnest(words_of(typed)) word
    union all select 'NOTHING' where typed ~ '\S' and words_of(typed) = '{}' -- only signs: no topic is filed under those
    union all select upper(category) where category is not null
    union all select 'PINNED' where pinned)
$$;

create function in_eras(terms text[], first integer, last integer) returns tsquery immutable parallel safe language sql as $$
  select string_agg((select string_agg(era || '.' || term, ' & ') from unnest(terms) term), ' | ')::tsquery
    from generate_series(first, last) era
$$;

-- The newest topics that match, before a given one. Looks at the latest thousand one by one, where what is common is found at
-- once; then at the latest two eras, then at six more, and only what is rare is looked up in the whole index.
create function newest_topics(terms text[], before integer, most integer) returns setof integer
  stable rows 20 language plpgsql as $$
declare
  wanted tsquery := array_to_string(terms, ' & ')::tsquery;
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
        (select p.id from posts p where in_era(p.id, p.search) @@ in_eras(terms, era, (low - 1) / 8192) offset 0) t
      where t.id < low order by t.id desc limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    low := greatest(era * 8192, 1);
  end loop;
  if missing = 0 or low = 1 then return; end if;

  -- The index gathers all that begins with a term before it compares, so it is asked for the one that is rarest of late.
  if cardinality(terms) > 1 then
    select term into rarest from (select p.search from posts p where p.id >= before - 1000 and p.id < before offset 0) t,
      unnest(terms) term group by term order by count(*) filter (where t.search @@ term::tsquery) limit 1;
  end if;
  rarest := coalesce(rarest, wanted);
  return query select t.id from (select p.id, p.search from posts p where p.search @@ rarest offset 0) t
    where t.id < low and t.search @@ wanted order by t.id desc limit missing;
end $$;
