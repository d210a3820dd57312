-- Changes version and updated_at only if an editable column changes. Ratings do not count as edits.
create trigger stamp_edit before update on investors for each row
  when ((old.name, old.title, old.firm, old.email, old.website, old.linkedin, old.twitter, old.focus, old.stage, old.check_size,
      old.description, old.notes)
    is distinct from (new.name, new.title, new.firm, new.email, new.website, new.linkedin, new.twitter, new.focus, new.stage,
      new.check_size, new.description, new.notes))
  execute function stamp_edit('updated_at');
create trigger stamp_edit before update on investor_comments for each row
  when ((old.content, old.rating, old.is_private) is distinct from (new.content, new.rating, new.is_private)) execute function stamp_edit();

-- Assigns a random id. If two transactions draw the same number, the second waits on the primary key and draws again after the commit.
create function draw_comment_id() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  loop
    -- A version 4 uuid is cryptographically random; random() is predictable.
    new.id := ('x' || right(gen_random_uuid()::text, 8))::bit(32)::integer & 2147483647;
    continue when new.id = 0;
    insert into investor_comment_ids values (new.id) on conflict do nothing;
    exit when found;
  end loop;
  return new;
end $$;
create trigger draw_comment_id before insert on investor_comments for each row when (new.id is null)
  execute function draw_comment_id();

-- Adds `by` to the count of one star; returns the counts unchanged if star is null.
create function with_star(counts integer[], star integer, by integer) returns integer[] immutable language sql as $$
  select array_agg(count + case when place = star then by else 0 end order by place)
  from unnest(counts) with ordinality as counted(count, place)
$$;

-- Others learn of a comment when it becomes public, not since when its author kept it to themselves.
create trigger date_published before update of is_private on investor_comments for each row when (old.is_private and not new.is_private)
  execute function date_published();

-- Private comments change neither the average nor the count, which other members see.
create function count_investor_comment() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and not old.is_private then
    update investors set comments_count = comments_count - 1,
      rating_counts = with_star(rating_counts, old.rating, -1) where id = old.investor_id;
  end if;
  if tg_op <> 'DELETE' and not new.is_private then
    update investors set comments_count = comments_count + 1,
      rating_counts = with_star(rating_counts, new.rating, 1) where id = new.investor_id;
  end if;
  return null;
end $$;
create trigger investor_comment_counts after insert or delete on investor_comments
  for each row execute function count_investor_comment();
create trigger changed_investor_comment_counts after update of rating, is_private, investor_id on investor_comments
  for each row when (old.rating is distinct from new.rating or old.is_private <> new.is_private
    or old.investor_id <> new.investor_id)
  execute function count_investor_comment();

-- Announces a private comment only to its author. For all others a comment that becomes private is deleted, and one that becomes public is inserted.
create function announce_investor_comment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_public boolean := tg_op <> 'INSERT' and not old.is_private;
  is_public boolean := tg_op <> 'DELETE' and not new.is_private;
  it record;
  writer uuid;
begin
  if tg_op = 'DELETE' then it := old; else it := new; end if;
  if was_public or is_public then
    perform announce_change(tg_table_name, case when not is_public then 'delete' when not was_public then 'insert' else 'update' end, it.id, it.investor_id, null);
  end if;
  if not is_public then
    select user_id into writer from profiles where id = it.user_id;
    if writer is not null then perform announce_change(tg_table_name, tg_op, it.id, it.investor_id, writer); end if;
  end if;
  return null;
end $$;
create trigger announce after insert or delete on investor_comments for each row execute function announce_investor_comment();
create trigger announce_update after update on investor_comments for each row when (old.* is distinct from new.*)
  execute function announce_investor_comment();
-- An update that changes nothing is not announced: a private comment must not cause a visible change of its investor.
create trigger announce after insert or delete on investors for each row execute function announce();
create trigger announce_update after update on investors for each row when (old.* is distinct from new.*) execute function announce();

-- Notifications of public comments: to the member who added the investor and to those who commented on it, privately or not. A job tells those
-- who commented privately: the time of this transaction would show the author how many there are. Rows written without a current member
-- (by the operator or the demo) tell nobody.
create function notify_of_investor_comment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform notify_mentioned(new.mentions, new.content, 'investor_comment', new.id::text, 'investor', new.investor_id::text);
  -- An edit tells those mentioned only.
  if tg_op = 'UPDATE' and not old.is_private then return null; end if;
  perform notify_members(array(select p.user_id from investor_comments c join profiles p on p.id = c.user_id
        where c.investor_id = new.investor_id and not c.is_private
      union select user_id from investors where id = new.investor_id),
    'investor_comment', 'investor_comment', new.id::text, my_profile_id(), 'investor', new.investor_id::text);
  perform enqueue('private_commenters', jsonb_build_object('id', new.id));
  return null;
end $$;
-- Locks the comment: a delete waits, and then also deletes these notifications.
create function notify_private_commenters(comment integer) returns void security definer set search_path = public, pg_temp language plpgsql as $$
declare told investor_comments;
begin
  select * into told from investor_comments where id = comment and not is_private for key share;
  perform notify_members(array(select p.user_id from investor_comments c join profiles p on p.id = c.user_id
      where c.investor_id = told.investor_id and c.is_private),
    'investor_comment', 'investor_comment', told.id::text, told.user_id, 'investor', told.investor_id::text);
end $$;
revoke execute on function notify_private_commenters(integer) from public;
grant execute on function notify_private_commenters(integer) to community_server;
create trigger notify_of_comment after insert or update of content, mentions, is_private on investor_comments for each row
  when (me() is not null and not new.is_private) execute function notify_of_investor_comment();

create trigger remove_notifications after delete on investors for each row execute function forget_notifications('thread', 'investor');
create trigger remove_notifications after delete on investor_comments for each row
  execute function forget_notifications('subject', 'investor_comment', 'investors', 'investor_id');
create function withdraw_private_comment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform withdraw_acts(null, 'investor_comment', new.id::text);
  return null;
end $$;
create trigger withdraw_private_comment after update of is_private on investor_comments for each row when (new.is_private and not old.is_private)
  execute function withdraw_private_comment();

-- When a member deletes their account: assigns their investors, also hidden ones, to the former member, so that nobody else may edit
-- them; deletes their private comments.
create function investors_forgets(account uuid, profile integer, choice text) returns void language plpgsql as $$
begin
  update investors set user_id = former_member() where user_id = account;
  update hidden_rows set user_id = former_member(), row = row || jsonb_build_object('user_id', former_member())
    where user_id = account and table_name = 'investors';
  delete from investor_comments where user_id = profile and (is_private or choice <> 'anonymise');
  update investor_comments set user_id = null where user_id = profile;
end $$;
revoke execute on function investors_forgets(uuid, integer, text) from public;
