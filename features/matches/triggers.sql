-- A changed profile has another order at once. Only the member's own: what others change shows in it after a day at most.
create function forget_matches() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from match_orders where user_id = new.user_id;
  return null;
end $$;
create trigger forget_matches after update on profiles for each row
  when ((old.needs, old.can_help_with, old.industry, old.stage, old.location)
    is distinct from (new.needs, new.can_help_with, new.industry, new.stage, new.location))
  execute function forget_matches();
