-- For the search across kinds, which compares by word: events, investors and resources as their lists compare them (search_text), but with a
-- space before each word. The first line is the title.
alter table events add column word_text text collate "C" not null generated always as
  (word_starts(plain(title || e'\n' || description || e'\n' || location))) stored;
alter table investors add column word_text text collate "C" not null generated always as (word_starts(plain(name || ', ' || firm || e'\n' ||
  title || e'\n' || description || e'\n' || notes || e'\n' || tags_as_text(focus) || e'\n' || tags_as_text(stage)))) stored;
alter table resources add column word_text text collate "C" not null generated always as
  (word_starts(plain(title || e'\n' || description))) stored;
create index events_words on events using gin (word_text gin_trgm_ops);
create index investors_words on investors using gin (word_text gin_trgm_ops);
create index resources_words on resources using gin (word_text gin_trgm_ops);

-- Words in titles, also with typing errors.
create index posts_title on posts using gin (split_part(search_text, e'\n', 1) gin_trgm_ops);
create index profiles_title on profiles using gin (split_part(search_text, e'\n', 1) gin_trgm_ops);
create index introduction_requests_title on introduction_requests using gin (split_part(search_text, e'\n', 1) gin_trgm_ops);
create index events_title on events using gin (split_part(word_text, e'\n', 1) gin_trgm_ops);
create index investors_title on investors using gin (split_part(word_text, e'\n', 1) gin_trgm_ops);
create index resources_title on resources using gin (split_part(word_text, e'\n', 1) gin_trgm_ops);

-- Titles that begin with the query, in order.
create index posts_title_start on posts (left(split_part(search_text, e'\n', 1), 60), id desc);
create index profiles_title_start on profiles (left(split_part(search_text, e'\n', 1), 60), id desc);
create index introduction_requests_title_start on introduction_requests (left(split_part(search_text, e'\n', 1), 60), id desc);
create index events_title_start on events (left(split_part(word_text, e'\n', 1), 60), id desc);
create index investors_title_start on investors (left(split_part(word_text, e'\n', 1), 60), id desc);
create index resources_title_start on resources (left(split_part(word_text, e'\n', 1), 60), id desc);
