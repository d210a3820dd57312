-- Only the server reads and writes these tables. Members have no access, not even to their own rows.

create function has_second_factor(account uuid) returns boolean stable language sql
  as $$ select exists (select from factors where user_id = account and status = 'verified') $$;

-- The member's verified factors without their secrets; part of the session reply. An unverified enrolment is returned only by the
-- call that creates it.
create function my_factors() returns json stable security definer set search_path = public, pg_temp language sql as $$
  select coalesce(json_agg(json_build_object('id', id, 'friendly_name', friendly_name, 'factor_type', factor_type, 'issuer', issuer,
    'phone', left(phone, 2) || '•••' || right(phone, 4), 'status', status) order by created_at), '[]') from factors where user_id = me() and status = 'verified'
$$;
revoke execute on function my_factors() from public;
grant execute on function my_factors() to community_server, community_member;

create policy the_server_keeps_factors on factors to community_server using (true) with check (true);
create policy the_server_keeps_challenges on factor_challenges to community_server using (true) with check (true);
create policy the_server_keeps_recovery_codes on recovery_codes to community_server using (true) with check (true);
create policy the_server_remembers_devices on remembered_devices to community_server using (true) with check (true);
create policy the_server_keeps_signing_keys on signing_keys to community_server using (true) with check (true);

grant select, insert, update, delete on factors, factor_challenges, recovery_codes, remembered_devices, signing_keys to community_server;
