-- Members by a part of their name alone, for those who look for a person: features/members/names.server.ts.
create index profiles_by_part_of_name on profiles using gin ((plain_words(full_name) collate "C") gin_trgm_ops);
