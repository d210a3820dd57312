-- What waits for a member on Home has changed: their own browsers read it again. Offers are not in the stream, so only those are told who see
-- the change anyway: the requester, those who see the steps of the offer (the target once asked), and whoever has answered. Triggers run in
-- the order of their names: the steps are written before.
create function tell_who_sees_the_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare offer introduction_offers := coalesce(new, old);
begin
  perform announce_change('waiting', 'update', 0, null, account) from (
    select user_id as account from introduction_requests where id = offer.request_id
    union select unnest(seen_by) from introduction_steps where offer_id = offer.id) concerned;
  return null;
end $$;
create trigger tell_who_sees_the_offer after insert or delete or update of state on introduction_offers
  for each row execute function tell_who_sees_the_offer();

create function tell_who_answered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform announce_change('waiting', 'update', 0, null, new.user_id);
  return null;
end $$;
create trigger tell_who_answered after insert or update on introduction_answers for each row execute function tell_who_answered();
create trigger tell_who_answered after update of answer on introduction_outcomes for each row execute function tell_who_answered();
