-- The library is told of too.
create trigger announce after insert or delete on resources for each row execute function announce();
create trigger announce_update after update on resources for each row when (old.* is distinct from new.*) execute function announce();
