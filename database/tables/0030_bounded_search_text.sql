-- At most three times as long as the longest text: as much as Korean syllables or letters with two accents become. A letter such as ﷺ becomes
-- 18, and splitting a whole text of them into words took longer than all else that a write does.
create or replace function plain(written text) returns text immutable strict parallel safe language sql
  return translate(regexp_replace(left(normalize(lower(written collate names), nfkd), 60000), '[\u0300-\u036f]', '', 'g'), 'łøđı', 'lodi') collate "C";
