-- Ids that are handed out one after the other let everybody count the private comments between two public ones. So they are
-- drawn at random. What was drawn once is kept, so that no comment gets the id of one that is hidden or was deleted.
create table investor_comment_ids (id integer primary key check (id > 0));
insert into investor_comment_ids select id from investor_comments;
insert into investor_comment_ids select (row ->> 'id')::integer from hidden_rows where table_name = 'investor_comments'
  on conflict do nothing;
alter table investor_comment_ids enable row level security;

alter table investor_comments alter column id drop identity;

-- Two that draw the same number at once: the second waits for the first here, and draws again when the first stands.
create function draw_comment_id() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  loop
    -- The last digits of a version 4 uuid come from the operating system's random source; random() can be foretold.
    new.id := ('x' || right(gen_random_uuid()::text, 8))::bit(32)::integer & 2147483647;
    continue when new.id = 0;
    insert into investor_comment_ids values (new.id) on conflict do nothing;
    exit when found;
  end loop;
  return new;
end $$;
create trigger draw_comment_id before insert on investor_comments for each row when (new.id is null)
  execute function draw_comment_id();
