-- The search goes through the words there are: first the few words that what is typed is a part of, then the members who have
-- one of them. Both are short lists, where the trigrams of every text were long ones.

-- Long enough for any word; what is longer would not fit into an index.
create function words_in(plain text) returns text[] immutable strict parallel safe language sql
  as $$ select array_agg(distinct left(word, 60)) from string_to_table(btrim(plain), ' ') word $$;

drop index profiles_search;
create index profiles_by_word on profiles using gin (words_in(search_text));

create index search_words_by_part on search_words using gin (word gin_trgm_ops);
create or replace function remember_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into search_words (word)
    -- In one order everywhere, or two writers with the same new words could wait for each other.
    select distinct word from changed, unnest(words_in(search_text)) word order by word
    on conflict do nothing;
  return null;
end $$;
insert into search_words (word) select distinct word from profiles, unnest(words_in(search_text)) word on conflict do nothing;

-- The words that something typed is a part of, or for one or two letters the beginning of. Of 'e-commerce' the longer part decides;
-- word_pattern() says the rest.
create function words_with(typed text) returns setof text stable strict parallel safe language sql as $$
  with given as materialized (
    select part from string_to_table(btrim(plain_words(left(typed, 60))), ' ') part where part <> '' order by length(part) desc limit 1)
  select word from given join search_words on word like '%' || part || '%' where length(part) > 2
  union all
  select word from given join search_words on word >= part and word < part || U&'\FFFF' where length(part) <= 2
$$;

-- The same with spelling slips forgiven, where no word fits: those nearest to it, one or two slips away. A word still being typed is
-- compared with beginnings. The first letter is taken to be right, as it nearly always is: that leaves few words to look at.
drop function close_patterns(text);
create function close_words(typed text) returns setof text stable strict parallel safe language sql as $$
  with fitting as materialized (select word from words_with(typed) word),
  given as materialized (
    select wanted, case when length(wanted) < 5 then 1 else 2 end as most
    from (select btrim(plain_words(left(typed, 60))) as wanted) plain where length(wanted) >= 4 and not exists (select from fitting)),
  near as (
    select word, most, least(levenshtein_less_equal(wanted, word, most),
      levenshtein_less_equal(wanted, left(word, length(wanted)), most) + 0.5) as slips
    from given join search_words on word >= left(wanted, 1) and word < left(wanted, 1) || U&'\FFFF' and length(word) >= length(wanted) - most),
  ranked as (select word, rank() over (order by slips) as place from near where slips <= most + 0.5)
  select word from fitting union all select word from ranked where place = 1
$$;
