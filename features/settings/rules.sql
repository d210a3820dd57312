-- Data export and account deletion. The my_… functions return a member's own rows from tables that members cannot read.

create function my_event_changes() returns json stable security definer set search_path = public, pg_temp language sql as $$
  select coalesce(json_agg(json_build_object('event_id', event_id, 'action', action, 'changed_at', changed_at) order by id), '[]')
    from event_changes where changed_by = me() $$;

-- Removes the search columns.
create function as_exported(whole jsonb) returns jsonb immutable parallel safe language sql
  as $$ select whole - '{search_text,word_text,words}'::text[] $$;

create function my_hidden_rows() returns json stable security definer set search_path = public, pg_temp language sql as $$
  select coalesce(json_agg(json_build_object('table', table_name, 'row', as_exported(row)) order by place), '[]')
    from hidden_rows where user_id = me() $$;
revoke execute on function my_event_changes(), my_hidden_rows() from public;
grant execute on function my_event_changes(), my_hidden_rows() to community_member;

-- Calls the …_forgets function of each feature; foreign keys delete the remaining rows (cascade). Returns the picture to remove from the
-- file store (null: none), or no row if the account is already deleted.
create function delete_account(account uuid, choice text) returns table (avatar_url text)
  security definer set search_path = public, pg_temp language plpgsql as $$
declare
  mine profiles;
begin
  -- Lock the profile before the account: writes of a member lock them in this order (avoids a deadlock). The lock also waits for a
  -- picture that is being saved and blocks later ones.
  select p.* into mine from profiles p where p.user_id = account for update;
  perform from users where id = account for update;
  if not found then return; end if;
  perform events_forgets(account);
  perform forum_forgets(account, mine.id, choice);
  perform introductions_forgets(account, choice);
  perform investors_forgets(account, mine.id, choice);
  perform resources_forgets(account);
  perform offers_forgets(account);

  -- Not all mails to an address that the member only asked for: it may be somebody else's.
  delete from outbox o where lower(recipient) in (select lower(email) from users where id = account
      union all select phone from factors where user_id = account and status = 'verified')
    or o.subject like 'Confirm your new email%'
      and lower(recipient) in (select lower(l.subject) from signed_links l where user_id = account and purpose = 'confirm-email');
  delete from sign_in_failures where email = (select lower(u.email) from users u where id = account);
  delete from users where id = account;
  -- The cascade deleted the member's hidden rows; hidden content without its main row cannot be shown again.
  delete from hidden_content c where not exists (
    select from hidden_rows h where h.kind = c.kind and h.id = c.id and h.table_name = c.kind || 's');
  return query select mine.avatar_url;
end $$;
revoke execute on function delete_account(uuid, text) from public;
grant execute on function delete_account(uuid, text) to community_server;
