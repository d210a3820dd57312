-- Adds a job for each browser of a member who is told of an act, in the transaction that tells. The job decides whether the message is sent. A few
-- seconds later: what a member reads at once in an open tab is not pushed.
create function plan_pushes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue('push', jsonb_build_object('act', a.id, 'subscription', u.id), now() + interval '10 seconds')
    from added a join push_subscriptions u on u.user_id = a.user_id
    where a.notification_id is not null and way_of(a.user_id, a.kind) <> 'app';
  return null;
end $$;
create trigger plan_pushes after insert on notification_acts referencing new table as added
  for each statement execute function plan_pushes();
