-- Closes the streams of an ended session in all server processes.
create function end_streams() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('community_live', json_build_array('session ended', old.id)::text);
  return null;
end $$;
create trigger end_streams after delete on sessions for each row execute function end_streams();
