-- The search for investors goes through the words there are, as the search for members does: first the few words that each typed one is
-- a part of, then the investors who have one of each. The trigrams of every text were long lists to bring together.

-- Divided by blanks alone, since what is typed is looked for as it stands. A word too long for an index is filed as a blank, which is
-- looked at with every search.
create function investor_words_in(plain text) returns text[] immutable strict parallel safe language sql
  as $$ select array_agg(distinct case when length(word) > 200 then ' ' else word end)
    from regexp_split_to_table(plain, '\s+') word where word <> '' $$;

create table investor_words (word text collate "C" primary key);
alter table investor_words enable row level security;

create function remember_words_of_new_investors() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into investor_words (word)
    -- In one order everywhere, or two writers with the same new words could wait for each other.
    select distinct word from changed, unnest(investor_words_in(search_text collate "C")) word order by word
    on conflict do nothing;
  return null;
end $$;
create trigger remember_words after insert on investors
  referencing new table as changed for each statement execute function remember_words_of_new_investors();

create function remember_words_of_edited_investor() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into investor_words (word)
    select word from unnest(investor_words_in(new.search_text collate "C")) word order by word on conflict do nothing;
  return null;
end $$;
-- Not for every new rating, which touches the row too.
create trigger remember_new_words after update on investors for each row when (old.search_text is distinct from new.search_text)
  execute function remember_words_of_edited_investor();

insert into investor_words (word)
  select distinct word from investors, unnest(investor_words_in(search_text collate "C")) word on conflict do nothing;
create index investor_words_by_part on investor_words using gin (word gin_trgm_ops);
create index investors_by_word on investors using gin (investor_words_in(search_text collate "C"));
drop index investors_by_text;

create function investor_words_with(typed text) returns setof text stable strict parallel safe language sql as $$
  select word from investor_words
    where word like ('%' || replace(replace(replace(lower(typed collate names), '\', '\\'), '%', '\%'), '_', '\_') || '%') collate "C"
  union all select ' '
$$;
