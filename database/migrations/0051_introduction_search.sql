-- Search over title, company, target, context and requester. A request is filed under its words in small letters and its status
-- in capitals; and under each of these once more with its era, which is 8192 requests in a row ('17.payroll'), so that the
-- newest matches of a word that many have are found without reading them all.

alter table introduction_requests add column search tsvector not null default '';

create function file_introduction() returns trigger language plpgsql as $$
declare
  requester text := (select full_name from profiles where user_id = new.user_id);
  terms text[] := words_of(concat_ws(' ', coalesce(nullif(new.target_description, ''), nullif(new.request_title, ''), new.title),
    coalesce(nullif(new.requester_company, ''), nullif(new.your_company, ''), new.company),
    coalesce(nullif(new.target_person, ''), new.target_name), new.context, requester)) || upper(new.status);
begin
  new.search := array_to_tsvector(terms || array(select new.id / 8192 || '.' || term from unnest(terms) term));
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

-- Without the pending list: every search would read it from end to end.
create index introduction_requests_search on introduction_requests using gin (search) with (fastupdate = off);

-- Every word typed must begin a word of the request.
create function introduction_terms(typed text, status text) returns text[] immutable parallel safe language sql as $$
  select array(
    select word || ':*' from unnest(words_of(typed)) word
    union all select 'NOTHING' where words_of(typed) = '{}' -- only signs: no request is filed under those
    union all select upper(status) where status is not null)
$$;

create function in_introduction_eras(terms text[], first integer, last integer) returns tsquery
  immutable parallel safe language sql as $$
  select string_agg((select string_agg(era || '.' || term, ' & ') from unnest(terms) term), ' | ')::tsquery
    from generate_series(first, last) era
$$;

-- The newest requests that match, before a given one. Looks at the latest thousand one by one, where what is common is found
-- at once; then at the latest two eras, then at six more, and only what is rare is looked up in the whole index.
create function newest_introductions(terms text[], before integer, most integer) returns setof integer
  stable rows 50 language plpgsql as $$
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
  return query select t.id from
      (select r.id, r.search from introduction_requests r where r.id >= low and r.id < before offset 0) t
    where t.search @@ wanted order by t.id desc limit missing;
  get diagnostics found_now = row_count;
  missing := missing - found_now;

  foreach eras in array array[2, 6] loop
    exit when missing = 0 or low = 1;
    era := greatest((low - 1) / 8192 - eras + 1, 0);
    return query select t.id from (select r.id from introduction_requests r
        where r.search @@ in_introduction_eras(terms, era, (low - 1) / 8192) offset 0) t
      where t.id < low order by t.id desc limit missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    low := greatest(era * 8192, 1);
  end loop;
  if missing = 0 or low = 1 then return; end if;

  -- The index gathers all that begins with a term before it compares, so it is asked for the one that is rarest of late.
  select term::tsquery into rarest from
      (select r.search from introduction_requests r where r.id >= before - 1000 and r.id < before offset 0) t,
      unnest(terms) term group by term order by count(*) filter (where t.search @@ term::tsquery) limit 1;
  return query select t.id from (select r.id, r.search from introduction_requests r where r.search @@ rarest offset 0) t
    where t.id < low and t.search @@ wanted order by t.id desc limit missing;
end $$;
