-- The server reads what changed and passes it on to those it is for; nobody else reads or writes here.
create policy the_server_reads_changes on live_changes for select to community_server using (true);
create policy the_server_forgets_changes on live_changes for delete to community_server using (true);
create policy the_server_counts_streams on live_streams to community_server using (true) with check (true);
grant select, delete on live_changes to community_server;
grant select, insert, update, delete on live_streams to community_server;
