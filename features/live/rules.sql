-- Only the server accesses these tables; it forwards changes to the streams of the members who may see them.
create policy the_server_reads_changes on live_changes for select to community_server using (true);
create policy the_server_forgets_changes on live_changes for delete to community_server using (true);
create policy the_server_counts_streams on live_streams to community_server using (true) with check (true);
grant select, delete on live_changes to community_server;
grant select, insert, update, delete on live_streams to community_server;

-- Id of the latest change. A page contains it, so that its stream starts after the data of the page.
create function live_cursor() returns bigint stable security definer set search_path = public, pg_temp language sql
  as $$ select coalesce(max(id), 0) from live_changes where only_for is null or only_for = me() $$;
revoke execute on function live_cursor() from public;
grant execute on function live_cursor() to community_server, community_member;
