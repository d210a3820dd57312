-- Upgrades a database from the last numbered migration to the tables.sql of all slices. Only search columns, indexes and tables changed.

drop table search_words, investor_words;
drop index profiles_by_part_of_name;

alter table profiles drop column card, drop column search_text, reset (toast_tuple_target);
alter table profiles add column search_text text collate "C" not null generated always as
  (word_starts(plain(full_name || e'\n' || company_name || e'\n' || industry || e'\n' || company_description))) stored;
create index profiles_search on profiles using gin (search_text gin_trgm_ops);
create index profiles_by_part_of_name on profiles using gin (word_starts(plain(full_name)) gin_trgm_ops);
alter table profile_contacts rename constraint profile_contacts_pkey1 to profile_contacts_pkey;
alter table profile_contacts rename constraint profile_contacts_profile_id_fkey1 to profile_contacts_profile_id_fkey;

alter table investors drop column card, drop column search_text, reset (toast_tuple_target);
alter table investors add column search_text text collate "C" not null generated always as (plain(name || E'\n' || firm || E'\n' || title || E'\n' ||
  description || E'\n' || notes || E'\n' || tags_as_text(focus) || E'\n' || tags_as_text(stage))) stored;
create index investors_search on investors using gin (search_text gin_trgm_ops);

alter table posts drop column search;
alter table posts add column search_text text collate "C" not null default '', add column words tsvector not null default '';
update posts set search_text =
  word_starts(plain(concat_ws(e'\n', title, coalesce(tags[1], 'General'), (select full_name from profiles p where p.id = posts.user_id))));
update posts set words = words_of(search_text || e'\n' || content);
create index posts_search on posts using gin (search_text gin_trgm_ops);
create index posts_words on posts using gin (words);

alter table comments add column words tsvector not null generated always as (words_of(content)) stored;
create index comments_words on comments using gin (words);

alter table introduction_requests drop column search, reset (toast_tuple_target);
alter table introduction_requests add column search_text text collate "C" not null default '';
update introduction_requests r set search_text = word_starts(plain(concat_ws(e'\n', shown_title, shown_company, shown_person, context,
  (select full_name from profiles p where p.user_id = r.user_id))));
create index introduction_requests_search on introduction_requests using gin (search_text gin_trgm_ops);

alter table events drop column search_text;
alter table events add column search_text text collate "C" not null generated always as
  (plain(title || e'\n' || description || e'\n' || location)) stored;

alter table resources drop column search_text;
alter table resources add column search_text text collate "C" not null generated always as (plain(title || e'\n' || description)) stored;

update hidden_rows set row = row - '{search,card,search_text}'::text[];
