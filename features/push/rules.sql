-- Subscriptions belong to sessions, which only the server reads. A request reaches the subscription of its own session only.
create policy the_server_keeps_push_keys on push_keys to community_server using (true) with check (true);
create policy the_server_keeps_push_subscriptions on push_subscriptions to community_server using (true) with check (true);
grant select, insert on push_keys to community_server;
grant select, insert, update, delete on push_subscriptions to community_server;

-- Whether a browser may get messages: its session is valid and has its second factor.
create function may_be_pushed_to(subscription push_subscriptions) returns boolean stable language sql as $$
  select exists (select from sessions s join users u on u.id = s.user_id
    where s.id = subscription.session_id and u.id = subscription.user_id and is_valid(s, u) and not owes_second_factor(s)) $$;

-- What a push message needs if it is still wanted: the notification is unread and not old, its kind is not 'In the app only', and the one who did
-- it is not muted. `later`: the end of the quiet hours. `actor`: whose acts its limit counts; all anonymous ones are together, so that nobody learns
-- from what is missing who wrote them; what nobody did, such as a reminder, counts by the kind of its subject. Null: no limit, for the safety of the account.
create function wanted_push(act bigint, subscription uuid, community_zone text)
  returns table (notification_id uuid, user_id uuid, profile_id integer, endpoint text, p256dh text, auth text, public_key text, private_key bytea, later timestamptz, actor text)
  stable security definer set search_path = public, pg_temp language sql as $$
  select n.id, u.user_id, p.id, u.endpoint, u.p256dh, u.auth, k.public_key, k.private_key,
      end_of_quiet_hours(now(), zone_of(s.time_zone, community_zone), s.quiet_from, s.quiet_until),
      case when n.kind <> 'account_safety' then coalesce(a.actor_id::text, case when is_anonymous_act(a.actor_id, a.subject_kind) then 'anonymous' else a.subject_kind end) end
    from push_subscriptions u join push_keys k on k.public_key = u.public_key
      join notification_acts a on a.id = act and a.user_id = u.user_id join notifications n on n.id = a.notification_id
      left join profiles p on p.user_id = u.user_id left join notification_settings s on s.user_id = u.user_id
    where u.id = subscription and may_be_pushed_to(u) and n.read_at is null and n.latest_at > now() - interval '1 day'
      and way_of(u.user_id, n.kind) <> 'app' and not exists (select from mutes m where m.user_id = a.user_id and m.muted_id = a.actor_id) $$;
revoke execute on function wanted_push(bigint, uuid, text) from public;
grant execute on function wanted_push(bigint, uuid, text) to community_server;
