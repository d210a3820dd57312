-- Members are found in the search across kinds by what they look for, what they can help with and where they are too. The directory's own search
-- (search_text) stays as it is. The first line has the company, so that typing errors in it are forgiven, as in an investor's firm.
alter table profiles add column word_text text collate "C" not null generated always as (word_starts(plain(
  full_name || case when company_name = '' then '' else ', ' || company_name end || e'\n' || coalesce(title, '') || e'\n' || industry || e'\n' ||
  company_description || e'\n' || tags_as_text(needs) || e'\n' || tags_as_text(coalesce(can_help_with, '{}')) || e'\n' || coalesce(location, '')))) stored;
create index profiles_words on profiles using gin (word_text gin_trgm_ops);
drop index profiles_title, profiles_title_start;
create index profiles_title on profiles using gin (split_part(word_text, e'\n', 1) gin_trgm_ops);
create index profiles_title_start on profiles (left(split_part(word_text, e'\n', 1), 60), id desc);
