-- The directory: names in the order a reader expects, and a text to search in.

-- Wherever a name is sorted it is sorted by the same rules, without every query having to say so.
alter table profiles alter column full_name type text collate names;

-- Words as a search compares them: small letters, no accents, one space before each word, so that '% ad%' finds words that
-- begin with 'ad'. Used for what is stored and for what is typed alike.
create function plain_words(words text) returns text immutable strict parallel safe language sql
  return ' ' || btrim(regexp_replace(
    translate(regexp_replace(normalize(lower(words collate names), nfkd), '[\u0300-\u036f]', '', 'g'), 'łøđı', 'lodi') collate names,
    '[^[:alnum:]]+', ' ', 'g'));

alter table profiles add column search_text text not null generated always as
  (plain_words(full_name || ' ' || company_name || ' ' || industry || ' ' || company_description)) stored;
create index profiles_search on profiles using gin (search_text gin_trgm_ops);
-- The planner tells rare words from common ones by trying them on a sample: a larger one than usual.
alter table profiles alter column search_text set statistics 400;

-- One index for each way to narrow the list, each in list order, so that a page is read without sorting.
create index profiles_by_name on profiles (full_name, id) where full_name <> '';
create index profiles_by_industry on profiles (industry, full_name, id) where full_name <> '';
create index profiles_by_stage on profiles (stage, full_name, id) where full_name <> '';
create index profiles_by_both on profiles (industry, stage, full_name, id) where full_name <> '';
