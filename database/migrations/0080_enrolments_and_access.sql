-- A factor that is not verified yet is an enrolment. It belongs to the session that began it and ends with that session.
delete from factors where status = 'unverified';
alter table factors
  add column session_id uuid references sessions on delete cascade,
  add constraint only_enrolments_have_a_session check ((status = 'unverified') = (session_id is not null));
create index factors_of_session on factors (session_id) where session_id is not null;

-- Which browser a session is on: known_devices.token_hash. Null: begun before this was written down.
alter table sessions add column device_hash bytea;

-- Whoever changes the password, the address or a verified factor, or disables the account, by whatever statement: access that was
-- given before ends (revoke_access, database/rules.sql). Only the session named by app.keep_session goes on, where the server has
-- set that for the transaction.
create function end_access_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform revoke_access(new.id, nullif(current_setting('app.keep_session', true), '')::uuid);
  return null;
end $$;
create trigger end_access after update on users for each row
  when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email
    or (old.disabled_at is null and new.disabled_at is not null))
  execute function end_access_of_user();

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
