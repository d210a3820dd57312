create trigger stamp_edit before update on profiles for each row
  when ((old.full_name, old.title, old.company_name, old.company_description, old.company_website, old.industry, old.stage,
      old.fundraising_status, old.needs, old.can_help_with, old.contact_method, old.location, old.twitter_handle, old.linkedin_url,
      old.github, old.website, old.bio)
    is distinct from (new.full_name, new.title, new.company_name, new.company_description, new.company_website, new.industry, new.stage,
      new.fundraising_status, new.needs, new.can_help_with, new.contact_method, new.location, new.twitter_handle, new.linkedin_url,
      new.github, new.website, new.bio))
  execute function stamp_edit('updated_at');
-- A new picture is saved immediately, outside the form: it must not increase the version, or an open form gets a conflict.
create function mark_updated() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger mark_updated before update on profiles for each row
  when (old.avatar_url is distinct from new.avatar_url) execute function mark_updated();

-- Contacts can be hidden, so they have a separate version.
create trigger stamp_edit before update on profile_contacts for each row
  when ((old.value, old.visibility) is distinct from (new.value, new.visibility)) execute function stamp_edit();
