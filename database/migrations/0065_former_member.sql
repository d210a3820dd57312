-- What an account leaves behind goes to the former member where it may not lie about for anybody to claim: a user who cannot
-- sign in and has no profile, so that nothing is shown in a name.
insert into users (id, email, username, disabled_at)
  values ('00000000-0000-4000-8000-000000000000', 'former.member@invalid', 'Former member', now());
create function former_member() returns uuid immutable parallel safe language sql
  as $$ select '00000000-0000-4000-8000-000000000000'::uuid $$;

alter table investor_comments alter column user_id drop not null; -- null: its writer has left

-- Handing an event on is no change of it: no new version, no line in its history, and only where no member acts.
create function is_handed_on(before events, after events) returns boolean stable language plpgsql as $$
begin
  return me() is null and (before.created_by, before.updated_by) is distinct from (after.created_by, after.updated_by)
    -- What follows from the rest is not computed yet when a row is about to be written.
    and to_jsonb(before) - '{created_by,updated_by,search_text}'::text[] = to_jsonb(after) - '{created_by,updated_by,search_text}'::text[];
end $$;

create or replace function stamp_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce(me(), new.created_by);
  elsif not is_handed_on(old, new) then
    new.created_by := old.created_by;
    new.created_at := old.created_at;
    new.updated_by := coalesce(me(), new.updated_by);
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create or replace function record_event_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and is_handed_on(old, new) then return null; end if;
  insert into event_changes (event_id, action, changed_by, before) values (
    coalesce(old.id, new.id),
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    me(),
    to_jsonb(old) - 'search_text');
  return null;
end $$;
