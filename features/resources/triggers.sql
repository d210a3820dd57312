create trigger stamp_edit before update on resources for each row
  when ((old.title, old.description, old.resource_type, old.category, old.url)
    is distinct from (new.title, new.description, new.resource_type, new.category, new.url))
  execute function stamp_edit();

create trigger announce after insert or delete on resources for each row execute function announce();
create trigger announce_update after update on resources for each row when (old.* is distinct from new.*) execute function announce();

-- When a member deletes their account: keeps their resources and assigns them to the former member.
create function resources_forgets(account uuid) returns void language sql
  as $$ update resources set user_id = former_member() where user_id = account $$;
revoke execute on function resources_forgets(uuid) from public;
