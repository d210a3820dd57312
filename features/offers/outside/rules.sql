-- Introducers see when they had us write, not to whom: the list of addresses would show who asked never to be written to again.
create policy introducers_see_when_they_had_us_write on outside_mails for select to community_member using (user_id = (select me()));
grant select (id, request_id, user_id, sent_at) on outside_mails to community_member;

-- The address that a target outside agreed to share is seen by those who see the agreed offer: the requester and the introducer.
create policy those_concerned_see_a_shared_address on outside_addresses for select to community_member
  using (is_shared and exists (select from introduction_offers o where o.id = offer_id and o.state = 'agreed'));
grant select on outside_addresses to community_member;

-- What a mail about an introduction tells: the names, and the blurb or what the request is about. Nothing that only some members know.
create function introduction_words(offer uuid, out introducer text, out requester text, out company text, out target text, out words text)
  stable language sql as $$
  select coalesce((select full_name from profiles where user_id = o.user_id), ''), coalesce(p.full_name, ''), coalesce(r.shown_company, ''),
      coalesce((select nullif(t.full_name, '') from profiles t where t.id = r.target_profile_id), r.shown_person, ''),
      coalesce(nullif(b.text, ''), r.context, '')
    from introduction_offers o join introduction_requests r on r.id = o.request_id left join profiles p on p.user_id = r.user_id
      left join introduction_blurbs b on b.request_id = r.id where o.id = offer $$;

-- The question of a link, while it is open.
create function outside_question(token bytea)
  returns table (address text, introducer text, requester text, company text, target text, words text)
  stable security definer set search_path = public, pg_temp language sql as $$
  select a.address, w.* from outside_mails m join outside_addresses a on a.mail_id = m.id join introduction_offers o on o.id = a.offer_id
      join introduction_requests r on r.id = o.request_id, introduction_words(o.id) w
    where m.token_hash = token and o.state = 'accepted' and m.sent_at > now() - interval '21 days'
      and is_enabled(r.user_id) and is_enabled(o.user_id) $$;
-- What else a link can do: stop further mails, and tell what was answered by it, until it expires.
create function outside_link(token bytea, out can_block boolean, out answered text)
  stable security definer set search_path = public, pg_temp language sql as $$
  select count(*) > 0, max(answer) filter (where sent_at > now() - interval '21 days') from outside_mails where token_hash = token $$;
revoke execute on function introduction_words(uuid), outside_question(bytea), outside_link(bytea) from public;
grant execute on function outside_question(bytea), outside_link(bytea) to community_server;
