-- Text as a search compares it: lower case, without accents. The same for what is stored and for what is typed.
create or replace function plain(written text) returns text immutable strict parallel safe language sql
  return translate(regexp_replace(normalize(lower(written collate names), nfkd), '[\u0300-\u036f]', '', 'g'), 'łøđı', 'lodi') collate "C";

-- With a space before every word, so that a pattern can ask for the beginning of one: 'ai/ml' becomes ' ai/ ml'.
create or replace function word_starts(written text) returns text immutable strict parallel safe language sql
  return regexp_replace(written collate names, '([^[:alnum:] ]|^)(?=[[:alnum:]])', '\1 ', 'g') collate "C";

-- The words of a long text, for the full-text index: 'Zoë: Pre-seed?' has zoe, pre and seed.
create or replace function words_of(written text) returns tsvector immutable strict parallel safe language sql
  return array_to_tsvector(array(select left(word, 40)
    from regexp_split_to_table(plain(written) collate names, '[^[:alnum:]]+') word where word <> ''));

-- array_to_string is only marked stable, since some element types print differently from setting to setting; text does not.
create or replace function tags_as_text(tags text[]) returns text immutable parallel safe language sql
  as $$ select array_to_string(tags, E'\n') $$;
