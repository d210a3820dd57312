-- A card of the directory is read thousands of times for every time it changes: its JSON is made when the profile is saved.

-- Immutable: numbers, texts and lists of texts are written the same under every setting.
create function member_card(id integer, full_name text, title text, company_name text, company_description text, company_website text,
  industry text, stage text, location text, needs text[], can_help_with text[], linkedin_url text, twitter_handle text, avatar_url text)
  returns json immutable parallel safe language sql as $$
  select row_to_json(card) from (select id, full_name, title, company_name, company_description, company_website, industry, stage, location,
    needs, can_help_with, can_help_with as expertise, linkedin_url, linkedin_url as linkedin, twitter_handle, avatar_url,
    avatar_url as profile_picture) card
$$;
-- A row of up to half a page is kept whole: from 2 KB on its texts would be packed, and unpacked again for every list.
alter table profiles set (toast_tuple_target = 4080);
alter table profiles add column card json not null generated always as (member_card(id, full_name, title, company_name, company_description,
  company_website, industry, stage, location, needs, can_help_with, linkedin_url, twitter_handle, avatar_url)) stored;

-- The row as its member knows it, without what search and directory keep beside it.
create function as_saved(profile profiles) returns jsonb stable parallel safe language sql
  as $$ select to_jsonb(profile) - '{search_text,card}'::text[] $$;
