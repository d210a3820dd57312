-- What changed lately, for browsers that show it without a reload. Only which row it was: what it says is asked for under the
-- rules, by those who may see it. Who did it is not here, so that nobody anonymous can be guessed.

create unlogged table live_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  op text not null check (op in ('insert', 'update', 'delete')),
  row_id integer not null,
  parent_id integer,
  only_for uuid                             -- null: for every member
);
create index live_changes_by_age on live_changes (at);

-- The streams that are open, over all processes: a member has a few browsers, not hundreds.
create unlogged table live_streams (
  id uuid primary key,
  user_id uuid not null,
  seen_at timestamptz not null default now()
);
create index live_streams_of_user on live_streams (user_id);

create function tell(kind text, op text, row_id integer, parent_id integer, only_for uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare change bigint;
begin
  -- Said by whoever fills tables by the million, where nobody watches.
  if current_setting('app.quiet', true) = 'on' then return; end if;
  insert into live_changes (kind, op, row_id, parent_id, only_for) values (tell.kind, lower(tell.op), tell.row_id, tell.parent_id, tell.only_for)
    returning id into change;
  perform pg_notify('community_live', json_build_array(change, kind, lower(op), row_id, parent_id, only_for)::text);
end $$;
revoke execute on function tell(text, text, integer, integer, uuid) from public;

create function announce() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  it record;
  parent integer;
begin
  if tg_op = 'DELETE' then it := old; else it := new; end if;
  if tg_table_name = 'comments' then parent := it.post_id;
  elsif tg_table_name = 'introduction_comments' then parent := it.request_id;
  end if;
  perform tell(tg_table_name, tg_op, it.id, parent, null);
  return null;
end $$;

-- A private comment is news for its writer only; one that turns private is gone for all others, and the reverse.
create function announce_investor_comment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_public boolean := tg_op <> 'INSERT' and not old.is_private;
  is_public boolean := tg_op <> 'DELETE' and not new.is_private;
  it record;
  writer uuid;
begin
  if tg_op = 'DELETE' then it := old; else it := new; end if;
  if was_public or is_public then
    perform tell(tg_table_name, case when not is_public then 'delete' when not was_public then 'insert' else 'update' end, it.id, it.investor_id, null);
  end if;
  if not is_public then
    select user_id into writer from profiles where id = it.user_id;
    if writer is not null then perform tell(tg_table_name, tg_op, it.id, it.investor_id, writer); end if;
  end if;
  return null;
end $$;

-- An update that changes nothing tells nothing: the counters of a private comment move by nought.
create trigger announce after insert or delete on posts for each row execute function announce();
create trigger announce_update after update on posts for each row when (old.* is distinct from new.*) execute function announce();
create trigger announce after insert or delete on comments for each row execute function announce();
create trigger announce_update after update on comments for each row when (old.* is distinct from new.*) execute function announce();
create trigger announce after insert or delete on events for each row execute function announce();
create trigger announce_update after update on events for each row when (old.* is distinct from new.*) execute function announce();
create trigger announce after insert or delete on investors for each row execute function announce();
create trigger announce_update after update on investors for each row when (old.* is distinct from new.*) execute function announce();
create trigger announce after insert or delete or update on investor_comments for each row execute function announce_investor_comment();
create trigger announce after insert or delete on introduction_requests for each row execute function announce();
create trigger announce_update after update on introduction_requests for each row when (old.* is distinct from new.*) execute function announce();
create trigger announce after insert or delete on introduction_comments for each row execute function announce();

-- The stream of a session that has ended closes at once, whichever process it is on.
create function end_streams() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('community_live', json_build_array('session ended', old.id)::text);
  return null;
end $$;
create trigger end_streams after delete on sessions for each row execute function end_streams();

alter table live_changes enable row level security;
alter table live_streams enable row level security;
