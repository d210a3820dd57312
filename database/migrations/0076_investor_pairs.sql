-- Two words that stand side by side are filed as a pair too. Of the thousands who are called Elena and the hundreds who are called Bergman,
-- a search for both had to find the few in common; the pair leads to them at once.

-- Divided by blanks alone, as investor_words_in() does, since what is typed is looked for as it stands. A word too long for an index
-- is filed as a blank, which is looked at with every search.
create function investor_keys_in(plain text) returns text[] immutable strict parallel safe language sql as $$
  select array_agg(distinct key) from (
    select word, lead(word) over (order by place) as next from (
      select case when length(word) > 200 then ' ' else word end as word, place
      from regexp_split_to_table(plain, '\s+') with ordinality as divided(word, place) where word <> '') words) pairs,
    lateral (values (word), (word || ' ' || next)) keys(key) where key is not null
$$;
create index investors_by_key on investors using gin (investor_keys_in(search_text collate "C"));
drop index investors_by_word;
drop function investor_words_with(text);

create function as_pattern(typed text) returns text immutable parallel safe language sql
  as $$ select replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') $$;

-- What an investor who has the typed text is filed under. Of one word: every word it is a part of. Of several: the two longest side by
-- side, where the very first may be the end of a word and the very last the beginning of one. Where that fits too many pairs ('ing
-- pre'), the longer of the two decides; so it does beside a first word of one or two letters, which nearly every index page has. Its
-- plans are kept, and a branch not taken costs nothing: hence not in plain SQL. Patterns stand behind a select, or each would be
-- planned for anew.
create function investor_keys_with(typed text) returns text[] stable parallel safe language plpgsql as $$
declare
  words text[] := regexp_split_to_array(lower(typed collate names) collate "C", '\s+');
  most integer := cardinality(words);
  place integer := 1;
  before text[];
  after text[];
begin
  if most = 1 then
    return array(select word from investor_words where word like (select '%' || as_pattern(words[1]) || '%')) || ' '::text;
  end if;
  for i in 2 .. most - 1 loop
    if length(words[i] || words[i + 1]) > length(words[place] || words[place + 1]) then place := i; end if;
  end loop;
  before := array[words[place]];
  after := array[words[place + 1]];
  if place = 1 and length(words[1]) < 3 and length(words[2]) > 2 then
    return case when most = 2 then array(select word from investor_words where word like (select as_pattern(words[2]) || '%'))
      else array[words[2]] end || ' '::text;
  end if;
  if place = 1 then
    before := array(select word from investor_words where word like (select '%' || as_pattern(words[1])));
  end if;
  if place = most - 1 then
    after := array(select word from investor_words where word like (select as_pattern(words[most]) || '%'));
  end if;
  if cardinality(before)::bigint * cardinality(after) <= 2000 then
    return array(select b || ' ' || a from unnest(before) b, unnest(after) a) || ' '::text;
  end if;
  return case when length(words[place]) < length(words[place + 1]) then after else before end || ' '::text;
end $$;
