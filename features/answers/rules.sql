-- Uses up a link that answers a question of a mail, in the transaction of the answer: if that fails, the link can be used again. False if it
-- is not a usable link of the current member.
create function use_answer_link(hash bytea) returns boolean security definer set search_path = public, pg_temp language plpgsql as $$
begin
  update signed_links set used_at = now()
    where token_hash = hash and user_id = me() and purpose like 'answer:%' and used_at is null and expires_at > now();
  return found;
end $$;
revoke execute on function use_answer_link(bytea) from public;
grant execute on function use_answer_link(bytea) to community_member;
