-- Search over title, company, target, context and requester, newest first.

-- What a request is filed under: its words in small letters, its status in capitals.
alter table introduction_requests add column search tsvector not null default '';
-- With it a row easily has more than 2 KB, from which on its texts would be packed, and unpacked again for every list.
alter table introduction_requests set (toast_tuple_target = 4080);

create function file_introduction() returns trigger language plpgsql as $$
declare
  requester text := (select full_name from profiles where user_id = new.user_id);
begin
  new.search := array_to_tsvector(words_of(concat_ws(' ',
    coalesce(nullif(new.target_description, ''), nullif(new.request_title, ''), new.title),
    coalesce(nullif(new.requester_company, ''), nullif(new.your_company, ''), new.company),
    coalesce(nullif(new.target_person, ''), new.target_name), new.context, requester)) || upper(new.status));
  return new;
end $$;
create trigger file_introduction before insert or update on introduction_requests
  for each row execute function file_introduction();

create function refile_introductions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update introduction_requests set status = status where user_id = new.user_id;
  return null;
end $$;
create trigger refile_introductions after update of full_name on profiles
  for each row when (old.full_name is distinct from new.full_name) execute function refile_introductions();

-- An era is 4096 requests in a row. Filed by era ('17.payroll'), the newest of many matches are found without reading them all.
create function introduction_era(id integer, search tsvector) returns tsvector
  immutable parallel safe cost 10000 language sql as $$
  select array_to_tsvector(array(select $1 / 4096 || '.' || term from unnest(tsvector_to_array($2)) term)) $$;

-- Without the pending list: every search would read it from end to end.
create index introduction_requests_search on introduction_requests using gin (search) with (fastupdate = off);
create index introduction_requests_by_era on introduction_requests using gin (introduction_era(id, search))
  with (fastupdate = off);

-- Every word typed must begin a word of the request.
create function introduction_terms(typed text, status text) returns text[] immutable parallel safe language sql as $$
  select array(
    select word || ':*' from unnest(words_of(typed)) word
    union all select 'NOTHING' where words_of(typed) = '{}' -- only signs: no request is filed under those
    union all select upper(status) where status is not null)
$$;

-- The newest requests that match, before a given one or of all. Looks at the latest one by one as long as what is wanted is common; then
-- through the index at the latest two eras, at eight more, and only for what is rare at all the rest.
create function newest_introductions(typed text, in_status text, given integer, most integer) returns setof integer
  stable rows 50 language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  before integer := coalesce(given, (select max(r.id) + 1 from introduction_requests r), 1);
  terms text[] := introduction_terms(typed, in_status);
  wanted tsquery := array_to_string(terms, ' & ')::tsquery;
  low integer := before;
  missing integer := most;
  found_now integer;
  span integer;
  eras integer;
  era integer;
  rarest text := terms[1];
  asked text[];
begin
  foreach span in array array[100, 800] loop
    return query select t.id from
        (select r.id, r.search from introduction_requests r where r.id < low order by r.id desc limit span) t
      where t.search @@ wanted limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    if missing = 0 then return; end if;
    select coalesce(min(t.id), 1) into low from
      (select r.id from introduction_requests r where r.id < low order by r.id desc limit span) t;
    exit when found_now < 8;
  end loop;

  -- Of so few that are left the index gathers little.
  if low <= 4096 then
    return query select t.id from (select r.id from introduction_requests r where r.search @@ wanted offset 0) t
      where t.id < low order by t.id desc limit missing;
    return;
  end if;

  -- The index gathers all that begins with a word before it compares, so it is asked for the rarest only, and for the status.
  if cardinality(terms) > 1 then
    select term into rarest from
      (select r.search from introduction_requests r where r.id < before order by r.id desc limit 40) t, unnest(terms) term
      where term like '%:*'
      group by term order by count(*) filter (where t.search @@ term::tsquery), length(term) desc limit 1;
  end if;
  asked := array[rarest] || array(select term from unnest(terms) term where term not like '%:*');

  -- `offset 0` keeps the planner from any other way than the one written here; so it need not be asked again every time.
  foreach eras in array array[2, 8] loop
    exit when missing = 0 or low <= 1;
    era := greatest((low - 1) / 4096 - eras + 1, 0);
    return query select t.id from (select r.id, r.search from introduction_requests r where introduction_era(r.id, r.search) @@
          (select string_agg((select string_agg(e || '.' || term, ' & ') from unnest(asked) term), ' | ')::tsquery
            from generate_series(era, (low - 1) / 4096) e) offset 0) t
      where t.id < low and t.search @@ wanted order by t.id desc limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    low := era * 4096;
  end loop;
  if missing = 0 or low <= 1 then return; end if;
  return query select t.id from (select r.id, r.search from introduction_requests r
      where r.search @@ array_to_string(asked, ' & ')::tsquery offset 0) t
    where t.id < low and t.search @@ wanted order by t.id desc limit missing;
end $$;
