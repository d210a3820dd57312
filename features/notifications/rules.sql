-- Members see and mark as read only their own notifications. Only notify_member adds them.

create policy members_see_their_own_notifications on notifications for select to community_member using (user_id = (select me()));
create policy members_read_their_own_notifications on notifications for update to community_member
  using (user_id = (select me())) with check (user_id = (select me()));
create policy members_see_the_acts_they_are_told_of on notification_acts for select to community_member using (user_id = (select me()));
grant select, update (read_at) on notifications to community_member;
grant select on notification_acts to community_member;

create policy members_mute_for_themselves on mutes to community_member using (user_id = (select me())) with check (user_id = (select me()));
grant select, delete, insert (user_id, muted_id) on mutes to community_member;

create policy members_keep_their_own_choices on notification_settings to community_member
  using (user_id = (select me())) with check (user_id = (select me()));
grant select, insert, update on notification_settings to community_member;

-- How a kind reaches a member who has not chosen: in the app only, also by mail at once, or in the digest.
create function default_way(kind text) returns text immutable parallel safe language sql as $$
  select case when kind in ('request_target', 'asked_to_introduce', 'asked_by_name', 'my_request_comment', 'still_looking', 'mention', 'account_safety',
      'offer_made', 'offer_accepted', 'introduction_wanted', 'introduction_agreed', 'offer_ended', 'outcome_asked', 'introduction_thanked') then 'mail'
    when kind = 'topic_like' then 'app' else 'digest' end $$;

-- The time zone, if PostgreSQL knows it: browsers may know newer ones. Else an error that is answered with 400.
create function known_time_zone(zone text) returns text stable language plpgsql as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then raise invalid_datetime_format using message = 'unknown time zone';
end $$;

-- A member's time zone: the one they chose, else the community's. Also if PostgreSQL does not know the chosen one any more, as an older release
-- does after a restore: one unknown name would stop everybody's mails.
create function zone_of(chosen text, community_zone text) returns text stable language plpgsql as $$
begin
  if chosen is null then return community_zone; end if;
  begin
    perform now() at time zone chosen;
    return chosen;
  exception when invalid_parameter_value then return community_zone;
  end;
end $$;

create function way_of(account uuid, kind text) returns text stable language sql as $$
  select coalesce((select s.ways ->> way_of.kind from notification_settings s where s.user_id = account), default_way(kind)) $$;

-- How each kind reaches the current member: kind → way.
create function my_ways(kinds text[]) returns json stable language sql as $$
  select json_object_agg(kind, way_of(me(), kind)) from unnest(kinds) kind $$;

-- Mails (docs/decisions/notification-mail.md). A member sees what was mailed of their own notifications, which the digest needs.
create policy members_see_what_was_mailed_to_them on notification_mails for select to community_member using (user_id = (select me()));
grant select on notification_mails to community_member;
create policy the_server_reads_mails on member_mails for select to community_server using (true);
grant select on member_mails to community_server;

-- The end of the quiet hours that a moment is in; null outside of them. They may cross midnight.
create function end_of_quiet_hours(at timestamptz, zone text, quiet_from time, quiet_until time) returns timestamptz stable parallel safe language sql as $$
  select case when (quiet_from < quiet_until and local::time >= quiet_from and local::time < quiet_until)
      or (quiet_from > quiet_until and (local::time >= quiet_from or local::time < quiet_until))
    then (local::date + quiet_until + case when local::time >= quiet_until then interval '1 day' else interval '0' end) at time zone zone end
    from (select at at time zone zone as local) moment $$;

-- All acts of a notification, or those that no mail has told yet (id > mailed_until), without members who were muted since.
create function acts_of(n notifications, mailed_until bigint) returns setof notification_acts stable language sql as $$
  select * from notification_acts a where a.notification_id = n.id and (mailed_until is null or a.id > mailed_until
    and not exists (select from mutes m where m.user_id = a.user_id and m.muted_id = a.actor_id)) $$;

-- Entries of the audit log that a member is told of. Also the when-condition of the trigger notify_of_safety.
create function is_about_safety(event text) returns boolean immutable parallel safe language sql as $$
  select event in ('signed in on a new device', 'password changed', 'password reset', 'email changed', 'factor added', 'factor removed',
    'recovery code used', 'recovery codes renewed', 'second factor removed by the operator') $$;

-- What the member may know of the rows behind a notification, which members cannot read: the audit log, and changes of their events.
create function my_safety_entry(entry bigint, out event text, out user_agent text)
  stable security definer set search_path = public, pg_temp language sql as $$
  select event, user_agent from audit_log where id = entry and user_id = me() and is_about_safety(event) $$;
create function change_of_my_event(change bigint, out action text, out title text)
  stable security definer set search_path = public, pg_temp language sql as $$
  select action, before ->> 'title' from event_changes where id = change and before ->> 'created_by' = me()::text $$;
-- For the digest, which recommends members and their requests: not those whom the operator disabled.
create function is_enabled(account uuid) returns boolean stable security definer set search_path = public, pg_temp language sql as $$
  select exists (select from users where id = account and disabled_at is null) $$;
revoke execute on function my_safety_entry(bigint), change_of_my_event(bigint), is_enabled(uuid) from public;
grant execute on function my_safety_entry(bigint), change_of_my_event(bigint), is_enabled(uuid) to community_member;

-- Whether an act names nobody because its author chose so; others without an actor are nobody's, or concern only the member who is told.
create function is_anonymous_act(actor integer, subject_kind text) returns boolean immutable parallel safe language sql
  as $$ select actor is null and subject_kind not in ('audit', 'still_looking', 'offer', 'deleted_request', 'outcome') $$;

-- A notification in words, read with the rights of the member. `detail` depends on the kind: the new status, the investor or target, what became of an offer, whom one was introduced to, the change of an event, the
-- entry of the audit log. `subject_id` is the first act, where the member continues to read. With `mailed_until`, only of the acts that no
-- mail has told yet; null if there are none.
create function notification_json(n notifications, mailed_until bigint default null) returns json stable language sql as $$
  with notification_acts as (select * from acts_of(n, mailed_until))
  select json_build_object('id', n.id, 'kind', n.kind, 'at', n.latest_at, 'is_read', n.read_at is not null,
    'thread_kind', n.thread_kind, 'thread_id', case when n.thread_kind <> 'account' then n.thread_id end,
    'title', case n.thread_kind
      when 'topic' then (select title from posts where id = n.thread_id::integer)
      when 'request' then coalesce((select shown_title from introduction_requests where id = n.thread_id::integer), case latest.subject_kind when 'deleted_request' then '' end)
      when 'investor' then (select concat_ws(', ', name, firm) from investors where id = n.thread_id::integer)
      when 'event' then coalesce((select title from events where id = n.thread_id::integer), (select title from change_of_my_event(latest.subject_id::bigint)))
      end,
    'subject_kind', first.subject_kind, 'subject_id', case when first.subject_kind in ('reply', 'request_comment', 'investor_comment') then first.subject_id::integer end,
    'excerpt', left(case latest.subject_kind
      when 'topic' then case when n.kind = 'mention' then (select content from posts where id = latest.subject_id::integer) end
      when 'reply' then (select content from comments where id = latest.subject_id::integer)
      when 'request_comment' then (select comment_text from introduction_comments where id = latest.subject_id::integer)
      when 'investor_comment' then (select content from investor_comments where id = latest.subject_id::integer)
      when 'ask' then (select context from introduction_requests where id = split_part(latest.subject_id, '/', 1)::integer)
      when 'offer' then (select excerpt from offer_words(n.kind, split_part(latest.subject_id, '/', 1)::integer, split_part(latest.subject_id, '/', 2)::uuid))
      when 'thanks' then (select text from introduction_thanks where offer_id = latest.subject_id::uuid)
      when 'ask_by_name' then (select context from introduction_requests where id = split_part(latest.subject_id, '/', 1)::integer)
      end, 200),
    'detail', case latest.subject_kind
      when 'status' then split_part(latest.subject_id, '/', 2)
      when 'ask' then (select concat_ws(', ', name, firm) from investors where id = split_part(latest.subject_id, '/', 2)::integer)
      when 'offer' then (select detail from offer_words(n.kind, split_part(latest.subject_id, '/', 1)::integer, split_part(latest.subject_id, '/', 2)::uuid))
      when 'outcome' then person_met(split_part(latest.subject_id, '/', 1)::uuid)
      when 'ask_by_name' then (select coalesce(nullif(concat_ws(', ', i.name, i.firm), ''), nullif(p.full_name, ''), r.shown_person) from introduction_requests r
        left join investors i on i.id = r.target_investor_id left join profiles p on p.id = r.target_profile_id
        where r.id = split_part(latest.subject_id, '/', 1)::integer)
      when 'deleted_request' then 'deleted'
      when 'event_change' then (select action from change_of_my_event(latest.subject_id::bigint))
      when 'audit' then (select event from my_safety_entry(latest.subject_id::bigint)) end,
    'user_agent', case latest.subject_kind when 'audit' then (select user_agent from my_safety_entry(latest.subject_id::bigint)) end,
    'actors', (select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url) order by who.last desc), '[]')
      from (select actor_id, max(id) as last from notification_acts a where a.notification_id = n.id and actor_id is not null
        group by actor_id order by last desc limit 3) who join profiles p on p.id = who.actor_id),
    'actors_count', (select count(distinct actor_id) from notification_acts a where a.notification_id = n.id),
    'acts_count', (select count(*) from notification_acts a where a.notification_id = n.id),
    'anonymous_count', (select count(*) from notification_acts a where a.notification_id = n.id and is_anonymous_act(actor_id, subject_kind)),
    'is_anonymous', is_anonymous_act(latest.actor_id, latest.subject_kind))
  from (select * from notification_acts a where a.notification_id = n.id order by id limit 1) first,
    (select * from notification_acts a where a.notification_id = n.id order by id desc limit 1) latest $$;

-- Whether '@' and the member's whole name are in a text, which is given in lower case. Not by a regular expression, which takes many times longer
-- for a long text: it is asked for every mention of every row of a list. The first place is looked at alone, because almost always it decides.
-- Of a name that is also the beginning of other words, the first 50 places are looked at.
create function is_mentioned(member profiles, lowered text) returns boolean immutable language sql as $$
  select member.full_name <> '' and strpos(lowered, '@' || lower(member.full_name)) > 0 and (
    left(split_part(lowered, '@' || lower(member.full_name), 2), 1) !~ '[[:alnum:]]' or exists (
      select from unnest((string_to_array(lowered, '@' || lower(member.full_name)))[2:51]) after_name
        where left(after_name, 1) !~ '[[:alnum:]]')) $$;
-- The members whose @name is in a text, in the order in which they were mentioned.
create function mentions_json(mentions integer[], content text) returns json stable language sql as $$
  select case when mentions = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name) order by array_position(mentions, p.id)), '[]')
    -- `offset 0`: computed once, not for each mention.
    from profiles p, (select lower(content) as lowered offset 0) once where p.id = any (mentions) and is_mentioned(p, lowered)) end $$;
