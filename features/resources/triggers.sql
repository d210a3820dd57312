create trigger stamp_edit before update on resources for each row
  when ((old.title, old.description, old.resource_type, old.category, old.url)
    is distinct from (new.title, new.description, new.resource_type, new.category, new.url))
  execute function stamp_edit();

create trigger announce after insert or delete on resources for each row execute function announce();
create trigger announce_update after update on resources for each row when (old.* is distinct from new.*) execute function announce();
