create function end_access_of_factor() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare account uuid;
begin
  if tg_op = 'DELETE' then account := old.user_id; else account := new.user_id; end if;
  perform revoke_access(account, nullif(current_setting('app.keep_session', true), '')::uuid);
  delete from recovery_codes where user_id = account and not has_second_factor(account);
  return null;
end $$;
create trigger end_access after insert on factors for each row when (new.status = 'verified') execute function end_access_of_factor();
create trigger end_access_on_update after update on factors for each row
  when ((old.status = 'verified' or new.status = 'verified')
    and (old.status, old.user_id, old.secret, old.phone) is distinct from (new.status, new.user_id, new.secret, new.phone))
  execute function end_access_of_factor();
create trigger end_access_on_delete after delete on factors for each row when (old.status = 'verified') execute function end_access_of_factor();
