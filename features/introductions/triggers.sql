-- Whether the status is being set by an offer (features/offers), not by the requester.
create function is_automatic_status() returns boolean stable language sql
  as $$ select coalesce(current_setting('app.automatic_status', true) = 'on', false) $$;
-- Without a current member (demo, operator), takes user and time from the request row. An automatic change has no user.
create function note_introduction_status() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into introduction_status_changes (request_id, user_id, from_status, to_status, created_at)
    values (new.id, case when not is_automatic_status() then coalesce(me(), new.user_id) end, case when tg_op = 'UPDATE' then old.status end, new.status,
      case when me() is null then new.updated_at else now() end);
  return null;
end $$;
create trigger introduction_begins after insert on introduction_requests
  for each row execute function note_introduction_status();
create trigger introduction_moves_on after update of status on introduction_requests
  for each row when (old.status is distinct from new.status) execute function note_introduction_status();

-- Append-only, except when its request is deleted (cascade).
create function keep_introduction_history() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from introduction_requests where id = old.request_id) then
    raise exception 'introduction_status_changes is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger introduction_history_is_not_rewritten before update or truncate on introduction_status_changes
  for each statement execute function refuse_change();
create trigger introduction_history_is_kept before delete on introduction_status_changes
  for each row execute function keep_introduction_history();

create trigger stamp_edit before update on introduction_requests for each row
  when ((old.request_title, old.context, old.your_company, old.target_person, old.urgency, old.status, old.target_description,
      old.title, old.requester_company, old.company, old.target_name)
    is distinct from (new.request_title, new.context, new.your_company, new.target_person, new.urgency, new.status, new.target_description,
      new.title, new.requester_company, new.company, new.target_name))
  execute function stamp_edit('updated_at');
create trigger stamp_edit before update on introduction_targets for each row
  when (old.target_email is distinct from new.target_email) execute function stamp_edit();
create trigger stamp_edit before update on introduction_blurbs for each row when (old.text is distinct from new.text) execute function stamp_edit();

-- Title, company, target, context and requester. Generated columns have no value yet in a before-trigger, so their expressions are repeated.
create function request_search_text(request introduction_requests) returns text stable language sql as $$
  select word_starts(plain(concat_ws(e'\n',
    coalesce(nullif(request.target_description, ''), nullif(request.request_title, ''), request.title),
    coalesce(nullif(request.requester_company, ''), nullif(request.your_company, ''), request.company),
    coalesce(nullif(request.target_person, ''), request.target_name), request.context,
    (select full_name from profiles where user_id = request.user_id)))) $$;
create function set_introduction_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := request_search_text(new);
  return new;
end $$;
create trigger set_search_text before insert or update of status, request_title, target_description, title, requester_company, your_company,
    company, target_person, target_name, context, user_id on introduction_requests
  for each row execute function set_introduction_search_text();

-- A member may have left, or an investor been deleted, since they were picked in the form.
create function check_target() returns trigger language plpgsql as $$
begin
  if new.target_profile_id is not null and not exists (select from profiles where id = new.target_profile_id) then
    raise sqlstate 'NO409' using column = 'target_person', message = 'This member is no longer here. Unlink them or choose somebody else.';
  end if;
  if new.target_investor_id is not null and not exists (select from investors where id = new.target_investor_id) then
    raise sqlstate 'NO409' using column = 'target_person', message = 'This investor was deleted. Unlink them or choose somebody else.';
  end if;
  return new;
end $$;
create trigger check_target before insert or update of target_profile_id, target_investor_id on introduction_requests
  for each row when (new.target_profile_id is not null or new.target_investor_id is not null) execute function check_target();

-- What the requester looks for; and whoever wants to meet an investor looks for funding.
create function help_areas_of(request introduction_requests) returns text[] stable language sql as $$
  select coalesce((select needs from profiles where user_id = request.user_id), '{}')
    || case when request.target_investor_id is not null then array['Funding'] else '{}' end $$;
create function set_help_areas() returns trigger language plpgsql as $$
begin
  new.help_areas := help_areas_of(new);
  return new;
end $$;
create trigger set_help_areas before insert or update of status, user_id, target_investor_id on introduction_requests
  for each row execute function set_help_areas();
-- A request's search text contains the name of its requester, and its areas what the requester looks for. As in
-- rename_author_of_topics, except that browsers are not told of new needs before the job has changed the areas: they do not show the needs themselves.
create function requester_changed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) <= 100 and sum(octet_length(context)) <= 200000 from introduction_requests where user_id = new.user_id) then
    update introduction_requests set status = status where user_id = new.user_id;
  elsif exists (select from introduction_requests where user_id = new.user_id) then
    if plain(old.full_name) is distinct from plain(new.full_name) then
      perform announce_change('introduction_requests', 'UPDATE', id, null, null)
        from (select id from introduction_requests where user_id = new.user_id order by id desc limit 100) newest;
    end if;
    perform enqueue('search_texts', jsonb_build_object('id', new.id, 'of', 'requests'));
  end if;
  return null;
end $$;
create trigger requester_changed after update of full_name, needs on profiles
  for each row when (plain(old.full_name) is distinct from plain(new.full_name) or old.needs is distinct from new.needs) execute function requester_changed();

-- Brings up to `most` requests of a member up to date with their name and needs, as update_search_text_of_topics does with topics. Browsers that
-- read their lists again also get other requests that they could help with.
create function update_search_text_of_requests(profile integer, after integer, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare batch integer[] := array(select id from introduction_requests
  where user_id = (select user_id from profiles where id = profile) and (after is null or id < after) order by id desc limit most);
begin
  perform set_config('app.suppress_live', 'on', true);
  perform from introduction_requests where id = any (batch) order by id for no key update;
  update introduction_requests r set status = status
    where id = any (batch) and (search_text <> request_search_text(r) or help_areas <> help_areas_of(r));
  if cardinality(batch) = most then return batch[most]; end if;
  perform set_config('app.suppress_live', '', true);
  perform announce_change('introduction_requests', 'UPDATE', 0, null, null);
  return null;
end $$;
revoke execute on function update_search_text_of_requests(integer, integer, integer) from public;
grant execute on function update_search_text_of_requests(integer, integer, integer) to community_server;

create function count_introduction_comments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update introduction_requests set comments_count = comments_count + case tg_op when 'INSERT' then 1 else -1 end
    where id = case tg_op when 'INSERT' then new.request_id else old.request_id end;
  return null;
end $$;
create trigger count_comments after insert or delete on introduction_comments for each row execute function count_introduction_comments();

-- The requester answers 'Still looking?' with yes, or by setting a status: then the request is not quiet any more.
create function end_quiet() returns trigger language plpgsql as $$
begin
  new.confirmed_at := now();
  new.quiet_since := null;
  return new;
end $$;
create trigger end_quiet before update of confirmed_at on introduction_requests for each row
  when (old.confirmed_at is distinct from new.confirmed_at) execute function end_quiet();
create trigger end_quiet_by_status before update of status on introduction_requests for each row
  when (old.status is distinct from new.status) execute function end_quiet();

create trigger announce after insert or delete on introduction_requests for each row execute function announce();
create trigger announce_update after update on introduction_requests for each row when (old.* is distinct from new.*) execute function announce();
create trigger announce after insert or delete on introduction_comments for each row execute function announce();

-- Notifications. Rows written without a current member (by the operator or the demo) tell nobody.

-- The one who was picked before is not the target any more. A request tells at most ten targets, however often it is changed.
create function notify_target() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform withdraw_acts('request_target', 'request', new.id::text);
  end if;
  if 10 > (select count(*) from notification_acts a where a.kind = 'request_target' and a.subject_kind = 'request' and a.subject_id = new.id::text) then
    perform notify_member((select user_id from profiles where id = new.target_profile_id), 'request_target', 'request', new.id::text, my_profile_id());
  end if;
  return null;
end $$;
create trigger notify_target after insert on introduction_requests for each row
  when (me() is not null and new.target_profile_id is not null) execute function notify_target();
create trigger notify_new_target after update of target_profile_id on introduction_requests for each row
  when (me() is not null and old.target_profile_id is distinct from new.target_profile_id) execute function notify_target();

-- Each status of a request tells once, however often it is set. Of an automatic one, the notifications about its offer tell those concerned.
create function notify_of_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_members(array(select user_id from introduction_comments where request_id = new.id
      union select user_id from profiles where id = new.target_profile_id
      union select new.user_id),
    'request_status', 'status', new.id || '/' || new.status, my_profile_id(), 'request', new.id::text);
  return null;
end $$;
create trigger notify_of_status after update of status on introduction_requests for each row
  when (me() is not null and old.status is distinct from new.status and not is_automatic_status()) execute function notify_of_status();

-- 'Still looking?' Asks the requesters of at most so many requests that have waited for 30 days, and returns how many were asked. The
-- question has a date: the next one, 30 days after the answer, tells again.
create function question_of(request integer, asked timestamptz) returns text stable language sql as $$
  select request || '/' || to_char(asked at time zone 'UTC', 'YYYY-MM-DD') $$;
create function ask_still_looking(most integer) returns integer security definer set search_path = public, pg_temp language plpgsql as $$
declare
  asked record;
  total integer := 0;
begin
  for asked in update introduction_requests set quiet_since = now() where id in (
      select r.id from introduction_requests r join users u on u.id = r.user_id
      where r.status in ('pending', 'in_progress') and r.quiet_since is null and coalesce(r.confirmed_at, r.created_at) < now() - interval '30 days'
        and u.disabled_at is null
      order by coalesce(r.confirmed_at, r.created_at) limit most for update of r skip locked)
    returning id, user_id, quiet_since
  loop
    perform notify_member(asked.user_id, 'still_looking', 'still_looking', question_of(asked.id, asked.quiet_since), null, 'request', asked.id::text);
    total := total + 1;
  end loop;
  return total;
end $$;
create function withdraw_question() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform withdraw_acts('still_looking', 'still_looking', question_of(old.id, old.quiet_since));
  return null;
end $$;
create trigger withdraw_question after update on introduction_requests for each row
  when (old.quiet_since is not null and new.quiet_since is null) execute function withdraw_question();
revoke execute on function ask_still_looking(integer) from public;
grant execute on function ask_still_looking(integer) to community_server;

create function notify_of_request_comment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare requester uuid := (select user_id from introduction_requests where id = new.request_id);
begin
  perform notify_mentioned(new.mentions, new.comment_text, 'request_comment', new.id::text, 'request', new.request_id::text);
  perform notify_member(requester, 'my_request_comment', 'request_comment', new.id::text, my_profile_id(), 'request', new.request_id::text);
  perform notify_members(array(select distinct user_id from introduction_comments
      where request_id = new.request_id and id < new.id and user_id is distinct from requester),
    'joined_request_comment', 'request_comment', new.id::text, my_profile_id(), 'request', new.request_id::text);
  return null;
end $$;
create trigger notify_of_comment after insert on introduction_comments for each row when (me() is not null)
  execute function notify_of_request_comment();

create trigger remove_notifications after delete on introduction_requests for each row execute function forget_notifications('thread', 'request');
create trigger remove_notifications after delete on introduction_comments for each row
  execute function forget_notifications('subject', 'request_comment', 'introduction_requests', 'request_id');

-- When a member deletes their account: nobody can be introduced to them any more, so what is open is closed. With 'remove', requests that others
-- commented on are blanked, so that the comments stay.
create function introductions_forgets(account uuid, choice text) returns void language plpgsql as $$
begin
  delete from introduction_targets where request_id in (select id from introduction_requests where user_id = account);
  delete from introduction_blurbs where request_id in (select id from introduction_requests where user_id = account);
  perform set_config('app.automatic_status', 'on', true);
  if choice = 'anonymise' then
    update introduction_comments set user_id = former_member() where user_id = account;
    -- The company says who they are, as the blurb does.
    update introduction_requests set user_id = former_member(), your_company = null, requester_company = null, company = null,
        status = case when is_open(status) then 'declined' else status end
      where user_id = account;
  else
    delete from introduction_comments where user_id = account;
    update introduction_requests r set user_id = former_member(), request_title = 'Deleted request', context = '', your_company = null,
        target_person = null, target_description = null, title = null, requester_company = null, company = null, target_name = null,
        target_profile_id = null, target_investor_id = null, status = case when is_open(status) then 'declined' else status end
      where user_id = account and exists (select from introduction_comments c where c.request_id = r.id);
  end if;
  perform set_config('app.automatic_status', '', true);
end $$;
revoke execute on function introductions_forgets(uuid, text) from public;
