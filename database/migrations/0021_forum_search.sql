-- Search over title, content, category and author, newest first. docs/decisions/forum-search.md says how and why.

-- The words of a text, without case and accents: 'Zoë: Pre-seed?' has zoe, pre and seed.
create function words_of(written text) returns text[] immutable parallel safe language sql as $$
  select coalesce(array_agg(left(word, 40)), '{}')
    from regexp_split_to_table(
      regexp_replace(lower(normalize(written, nfkd) collate names), U&'[\0300-\036F]', '', 'g') collate names,
      '[^[:alnum:]]+') word
    where word <> ''
$$;

-- What a topic is filed under: its words in small letters, and in capitals its category, PINNED, and its eras: which four
-- thousand and which sixty-five thousand of all topics it belongs to.
alter table posts add column search tsvector not null default '';

create function file_topic() returns trigger language plpgsql as $$
declare
  author text := (select full_name from profiles where id = new.user_id);
begin
  new.search := array_to_tsvector(
    words_of(concat_ws(' ', new.title, new.content, category_of(new), author))
    || array[upper(category_of(new)), 'A' || new.id / 4096, 'B' || new.id / 65536]
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

-- Without the pending list: every search would read it from end to end.
create index posts_search on posts using gin (search) with (fastupdate = off);

-- Every word typed must begin a word of the topic. Null: nothing is wanted in particular.
create function topics_wanted(typed text, category text, pinned boolean) returns tsquery
  immutable parallel safe language sql as $$
  select string_agg(term, ' & ')::tsquery from (
    select word || ':*' from unnest(words_of(typed)) word
    union all select 'NOTHING' where typed ~ '\S' and words_of(typed) = '{}' -- only signs: no topic is filed under those
    union all select upper(category) where category is not null
    union all select 'PINNED' where pinned
  ) terms(term)
$$;

-- The newest topics that match, before a given one. Looks at the latest thousand one by one, where a common word is found at
-- once; then asks the index for one era after the other, each sixteen times the last, so that it never has to sort many.
create function newest_topics(wanted tsquery, before integer, most integer) returns setof integer
  stable language plpgsql as $$
declare
  low integer := greatest(before - 1000, 0);
  missing integer := most;
  found_now integer;
  era record;
begin
  -- `offset 0` keeps the planner from any other way than the one written here.
  return query select t.id from (select p.id, p.search from posts p where p.id >= low and p.id < before offset 0) t
    where t.search @@ wanted order by t.id desc limit missing;
  get diagnostics found_now = row_count;
  missing := missing - found_now;

  for era in select * from (values ('A', 4096), ('B', 65536)) eras(letter, size) loop
    exit when missing = 0 or low = 0;
    return query select t.id from (select p.id from posts p where p.search
        @@ (wanted && (era.letter || low / era.size || '|' || era.letter || low / era.size - 1)::tsquery) offset 0) t
      where t.id < low order by t.id desc limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    low := greatest((low / era.size - 1) * era.size, 0);
  end loop;

  if missing > 0 and low > 0 then
    return query select t.id from (select p.id from posts p where p.search @@ wanted offset 0) t
      where t.id < low order by t.id desc limit missing;
  end if;
end $$;
