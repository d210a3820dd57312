-- The tables of the other slices are read with the rights of the member (no security definer).

-- Where one of the words is first; null if nowhere.
create function first_place(compared text, words text[]) returns integer immutable parallel safe language sql
  as $$ select min(at) from (select nullif(strpos(compared, word), 0) as at from unnest(words) word) places $$;

-- About 180 characters of a text around the first occurrence of a word; its beginning if there is none. plain() can change the length
-- of a text, so the position is scaled. Only the beginning of a long text is searched, and with plain(), which can make it 18 times as
-- long, only 1000 letters.
create function excerpt_of(written text, words text[]) returns text immutable parallel safe language plpgsql as $$
declare
  whole text := regexp_replace(left(written, 4000), '\s+', ' ', 'g');
  compared text := lower(whole collate names) collate "C";
  searched integer := length(whole);
  found integer := first_place(compared, words);
  first integer;
  part text;
begin
  if found is null then
    searched := least(searched, 1000);
    compared := plain(left(whole, searched));
    found := coalesce(first_place(compared, words), 1);
  end if;
  first := greatest(1, found * searched / greatest(1, length(compared)) - 60);
  part := substr(whole, first, 180);
  -- Whole words, unless one is longer than that.
  if first > 1 then part := '…' || regexp_replace(part, '^\S{0,20}\s', ''); end if;
  if first + 180 <= length(whole) then part := regexp_replace(part, '\s\S{0,20}$', '') || '…'; end if;
  return part;
end $$;

-- The tags that have one of these words, each after `label`.
create function tags_with(label text, tags text[], words text[]) returns text[] immutable parallel safe language sql as $$
  select array(select label || tag from unnest(tags) tag where exists (select from unnest(words) word where strpos(plain(tag), word) > 0)) $$;

create function author_name(profile_id integer, is_anonymous boolean) returns text stable language sql as $$
  select case when is_anonymous then 'Anonymous' else (select nullif(full_name, '') from profiles p where p.id = profile_id) end $$;

-- One hit in the contract's form; `is_close`: found with typing errors, which are forgiven in the title and in the firm. An anonymous topic or reply has no user_id, for its author neither.
create function hit_json(kind text, hit integer, words text[], is_close boolean) returns json stable language plpgsql as $$
declare
  title text; firm text; details text[] := '{}'; author text; body text; picture text; date text; topic integer;
begin
  case kind
    when 'member' then
      -- Of what the member says of themselves, only what was searched for.
      select p.full_name, array[p.title, p.company_name, p.industry] || tags_with('Looks for ', p.needs, words)
          || tags_with('Can help with ', p.can_help_with, words) || tags_with('', array[p.stage, p.location], words), p.company_description, p.avatar_url, p.company_name
        into title, details, body, picture, firm from profiles p where p.id = hit;
    when 'investor' then
      select i.name, array[i.title, i.firm], i.description || ' ' || i.notes, i.firm into title, details, body, firm from investors i where i.id = hit;
    when 'event' then
      select e.title, array[case e.event_type when 'online' then 'Online' when 'hybrid' then 'Hybrid' else 'In Person' end,
          case when e.is_online and e.event_type = 'in_person' then 'Online' end, e.location], e.description, e.event_date::text
        into title, details, body, date from events e where e.id = hit;
    when 'topic' then
      select p.title, array[category_of(p)], author_name(p.user_id, p.is_anonymous), p.content, to_json(p.created_at) #>> '{}'
        into title, details, author, body, date from posts p where p.id = hit;
    when 'reply' then
      select p.title, author_name(c.user_id, c.is_anonymous), c.content, to_json(c.created_at) #>> '{}', p.id
        into title, author, body, date, topic from comments c join posts p on p.id = c.post_id where c.id = hit;
    when 'request' then
      select r.shown_title, array[r.shown_company, r.shown_person], (select nullif(p.full_name, '') from profiles p where p.user_id = r.user_id),
          r.context, to_json(r.created_at) #>> '{}'
        into title, details, author, body, date from introduction_requests r where r.id = hit;
    when 'resource' then
      select r.title, array[initcap(r.resource_type), initcap(r.category)], r.description into title, details, body from resources r where r.id = hit;
  end case;
  return json_build_object('kind', kind, 'id', hit, 'title', title,
    'details', array(select detail from unnest(details) with ordinality as d (detail, nth) where detail <> '' order by nth),
    'author', author, 'excerpt', excerpt_of(coalesce(body, ''), words), 'picture', picture, 'date', date, 'topic_id', topic,
    'close', case when is_close then array_remove(array[title, firm], null) else '{}' end);
end $$;
