-- In the search across kinds, members are found by their stage too, resources by type and category, events by their type. A generated column cannot
-- be changed: it is made anew, with its indexes.
alter table profiles drop column word_text;
alter table profiles add column word_text text collate "C" not null generated always as (word_starts(plain(
  full_name || case when company_name = '' then '' else ', ' || company_name end || e'\n' || coalesce(title, '') || e'\n' || industry || e'\n' || stage ||
  e'\n' || company_description || e'\n' || tags_as_text(needs) || e'\n' || tags_as_text(coalesce(can_help_with, '{}')) || e'\n' ||
  coalesce(location, '')))) stored;
alter table resources drop column word_text;
alter table resources add column word_text text collate "C" not null generated always as
  (word_starts(plain(title || e'\n' || resource_type || e'\n' || category || e'\n' || description))) stored;
alter table events drop column word_text;
alter table events add column word_text text collate "C" not null generated always as
  (word_starts(plain(title || e'\n' || description || e'\n' || location || e'\n' ||
    case event_type when 'online' then 'Online' when 'hybrid' then 'Hybrid' else 'In Person' end || case when is_online then e'\nOnline' else '' end))) stored;

create index profiles_words on profiles using gin (word_text gin_trgm_ops);
create index resources_words on resources using gin (word_text gin_trgm_ops);
create index events_words on events using gin (word_text gin_trgm_ops);
create index profiles_title on profiles using gin (split_part(word_text, e'\n', 1) gin_trgm_ops);
create index resources_title on resources using gin (split_part(word_text, e'\n', 1) gin_trgm_ops);
create index events_title on events using gin (split_part(word_text, e'\n', 1) gin_trgm_ops);
create index profiles_title_start on profiles (left(split_part(word_text, e'\n', 1), 60), id desc);
create index resources_title_start on resources (left(split_part(word_text, e'\n', 1), 60), id desc);
create index events_title_start on events (left(split_part(word_text, e'\n', 1), 60), id desc);
