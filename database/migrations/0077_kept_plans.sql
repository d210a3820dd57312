-- As before, but its plans are kept, and a branch not taken costs nothing; the pattern stands behind a select, or each would be planned for anew.
create or replace function words_with(typed text) returns setof text stable strict parallel safe language plpgsql as $$
declare
  longest text := (select part from string_to_table(btrim(plain_words(left(typed, 60))), ' ') part order by length(part) desc limit 1);
begin
  if length(longest) > 2 then
    return query select word from search_words where word like (select '%' || longest || '%');
  elsif longest <> '' then
    return query select word from search_words where word >= longest and word < longest || U&'\FFFF';
  end if;
end $$;
