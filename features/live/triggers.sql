create function tell(kind text, op text, row_id integer, parent_id integer, only_for uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare change bigint;
begin
  -- Set by whoever fills tables by the million, where nobody watches.
  if current_setting('app.quiet', true) = 'on' then return; end if;
  insert into live_changes (kind, op, row_id, parent_id, only_for) values (tell.kind, lower(tell.op), tell.row_id, tell.parent_id, tell.only_for)
    returning id into change;
  perform pg_notify('community_live', json_build_array(change, kind, lower(op), row_id, parent_id, only_for)::text);
end $$;
revoke execute on function tell(text, text, integer, integer, uuid) from public;

create function announce() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  it record;
  parent integer;
begin
  if tg_op = 'DELETE' then it := old; else it := new; end if;
  if tg_table_name = 'comments' then parent := it.post_id;
  elsif tg_table_name = 'introduction_comments' then parent := it.request_id;
  end if;
  perform tell(tg_table_name, tg_op, it.id, parent, null);
  return null;
end $$;

-- The stream of a session that has ended closes at once, whichever process it is on.
create function end_streams() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('community_live', json_build_array('session ended', old.id)::text);
  return null;
end $$;
create trigger end_streams after delete on sessions for each row execute function end_streams();
