-- The directory: names in the order a reader expects, and a text to search in.

create extension if not exists fuzzystrmatch;

-- Wherever a name is sorted it is sorted by the same rules, without every query having to say so.
alter table profiles alter column full_name type text collate names;

-- Words as a search compares them: small letters, no accents, one space before each word, so that '% ad%' finds the words that
-- begin with 'ad'. Used for what is stored and for what is typed alike.
create function plain_words(words text) returns text immutable strict parallel safe language sql
  return ' ' || btrim(regexp_replace(
    translate(regexp_replace(normalize(lower(words collate names), nfkd), '[\u0300-\u036f]', '', 'g'), 'łøđı', 'lodi') collate names,
    '[^[:alnum:]]+', ' ', 'g'));

alter table profiles add column search_text text not null generated always as
  (plain_words(full_name || ' ' || company_name || ' ' || industry || ' ' || company_description)) stored;
create index profiles_search on profiles using gin (search_text gin_trgm_ops);

-- One index for each way to narrow the list, each in list order, so that a page is read without sorting.
create index profiles_by_name on profiles (full_name, id) where full_name <> '';
create index profiles_by_industry on profiles (industry, full_name, id) where full_name <> '';
create index profiles_by_stage on profiles (stage, full_name, id) where full_name <> '';
create index profiles_by_both on profiles (industry, stage, full_name, id) where full_name <> '';

-- What one typed word must look like in search_text: a part of a word, or for one or two letters the beginning of one.
create function word_pattern(typed text) returns text immutable strict parallel safe language sql
  return (select case
      when words = ' ' then '%'
      when length(split_part(btrim(words), ' ', 1)) <= 2 then '%' || words || '%'
      else '%' || btrim(words) || '%'
    end from plain_words(typed) words);

-- Every word there is to find, so that a misspelt one can be told from a rare one. Words nobody uses any more do no harm.
create table search_words (word text collate "C" primary key);
alter table search_words enable row level security;

create function remember_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into search_words (word)
    select distinct word from changed, string_to_table(btrim(search_text), ' ') word where length(word) between 4 and 40
    -- In one order everywhere, or two writers with the same new words could wait for each other.
    order by word
    on conflict do nothing;
  return null;
end $$;
create trigger words_of_new_profiles after insert on profiles
  referencing new table as changed for each statement execute function remember_words();
create trigger words_of_edited_profiles after update on profiles
  referencing new table as changed for each statement execute function remember_words();

-- The same for a word that nobody has: the words nearest to it, one or two slips away. A word still being typed is compared with
-- beginnings. The first letter is taken to be right, as it nearly always is: that leaves few words to look at.
create function close_patterns(typed text) returns setof text stable strict parallel safe language sql as $$
  with given as (select btrim(plain_words(left(typed, 40))) as wanted),
  allowed as (select wanted, case when length(wanted) < 5 then 1 else 2 end as most from given
    where length(wanted) >= 4 and not exists (select from search_words where word like '%' || wanted || '%')),
  near as (
    select word, least(levenshtein_less_equal(wanted, word, most),
      levenshtein_less_equal(wanted, left(word, length(wanted)), most) + 0.5) as slips, most
    from allowed join search_words on word >= left(wanted, 1) and word < left(wanted, 1) || U&'\FFFF' and length(word) >= length(wanted) - most),
  ranked as (select word, rank() over (order by slips) as place from near where slips <= most + 0.5)
  select '% ' || word || '%' from ranked where place = 1
  union all select word_pattern(typed) where not exists (select from ranked)
$$;
