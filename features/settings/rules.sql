-- Leaving, and taking one's things along. Members have no rights here that they do not have elsewhere; these functions give
-- one's own rows out of tables that members do not read, and end an account.

create or replace function my_event_changes() returns json stable security definer set search_path = public, pg_temp language sql as $$
  select coalesce(json_agg(json_build_object('event_id', event_id, 'action', action, 'changed_at', changed_at) order by id), '[]')
    from event_changes where changed_by = me() $$;

-- Without what is only kept beside a row, to find and to show it quickly.
create or replace function as_exported(whole jsonb) returns jsonb immutable parallel safe language sql
  as $$ select whole - '{search_text,search,card}'::text[] $$;

create or replace function my_hidden_rows() returns json stable security definer set search_path = public, pg_temp language sql as $$
  select coalesce(json_agg(json_build_object('table', table_name, 'row', as_exported(row)) order by place), '[]')
    from hidden_rows where user_id = me() $$;
revoke execute on function my_event_changes(), my_hidden_rows() from public;
grant execute on function my_event_changes(), my_hidden_rows() to community_member;

-- What was written stays and is nobody's; what was for one's own eyes goes with the account.
create or replace function leave_without_name(account uuid, profile integer) returns void language sql as $$
  update posts set is_anonymous = true, user_id = null where user_id = profile;
  update comments set is_anonymous = true, user_id = null where user_id = profile;
  select detach_anonymous_content(account, profile, false);
  delete from investor_comments where user_id = profile and is_private;
  update investor_comments set user_id = null where user_id = profile;
  delete from introduction_targets where request_id in (select id from introduction_requests where user_id = account);
  update introduction_requests set user_id = former_member() where user_id = account;
  update introduction_comments set user_id = former_member() where user_id = account;
$$;

-- The forum takes one's words out by itself when the profile goes (forget_member_in_forum), anonymous ones later, and most of the rest goes by reference.
-- A request under which others have written stays for their sake, blank.
create or replace function take_words_along(account uuid) returns void language sql as $$
  delete from introduction_comments where user_id = account;
  delete from introduction_targets where request_id in (select id from introduction_requests where user_id = account);
  update introduction_requests r set user_id = former_member(), request_title = 'Deleted request', context = '', your_company = null,
      target_person = null, target_description = null, title = null, requester_company = null, company = null, target_name = null
    where user_id = account and exists (select from introduction_comments c where c.request_id = r.id);
$$;

-- Tells which picture is to be removed from the file store (null: none). No row: the account is gone already.
create or replace function delete_account(account uuid, content text) returns table (avatar_url text)
  security definer set search_path = public, pg_temp language plpgsql as $$
declare
  mine profiles;
begin
  -- The profile first: what a member writes refers to the profile and only then, by its key, to the account. A picture that is being
  -- saved is waited for and known, and none is saved after this.
  select p.* into mine from profiles p where p.user_id = account for update;
  perform from users where id = account for update;
  if not found then return; end if;
  update investors set user_id = former_member() where user_id = account;
  update events set created_by = case created_by when account then former_member() else created_by end,
      updated_by = case updated_by when account then former_member() else updated_by end
    where account in (created_by, updated_by);
  update resources set user_id = former_member() where user_id = account;
  update hidden_rows set user_id = former_member(), row = row || jsonb_build_object('user_id', former_member())
    where user_id = account and table_name = 'investors';
  if content = 'anonymise' then perform leave_without_name(account, mine.id); else perform take_words_along(account); end if;

  delete from outbox where lower(recipient) in (select lower(email) from users where id = account
    union all select lower(new_email) from email_changes where user_id = account
    union all select phone from factors where user_id = account);
  delete from sign_in_failures where email = (select lower(u.email) from users u where id = account);
  delete from users where id = account;
  -- What was hidden and theirs went by reference; what hung on it cannot be shown any more.
  delete from hidden_content c where not exists (
    select from hidden_rows h where h.kind = c.kind and h.id = c.id and h.table_name = c.kind || 's');
  -- Last, when only the others' profiles are left to say which words are still in use.
  delete from search_words where word = any (words_in(mine.search_text))
    and not exists (select from profiles p where words_in(p.search_text) && array[word]);
  return query select mine.avatar_url;
end $$;
revoke execute on function delete_account(uuid, text), leave_without_name(uuid, integer), take_words_along(uuid) from public;
grant execute on function delete_account(uuid, text) to community_server;
