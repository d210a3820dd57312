-- Background jobs: grants on the queue, and the only function that adds a job. The tables are those of pg-boss (created by database/migrate/queue.ts).

-- The server uses this role for the statements of pg-boss. It has no rights outside this schema.
grant usage on schema jobs to community_jobs;
grant select, update on jobs.version, jobs.schedule to community_jobs;
grant select, insert, update on jobs.queue, jobs.job to community_jobs;
grant select, insert, update, delete on jobs.job_common to community_jobs;
grant select, delete on jobs.job_dependency to community_jobs;
grant execute on function jobs.job_now(), jobs.create_queue(text, jsonb) to community_jobs;

do $$ declare queue_table regclass; begin
  for queue_table in select oid from pg_class where relnamespace = 'jobs'::regnamespace and relkind in ('r', 'p') loop
    execute format('alter table %s enable row level security', queue_table);
    if has_table_privilege('community_jobs', queue_table, 'select') then
      execute format('create policy the_worker_keeps_the_queue on %s to community_jobs using (true) with check (true)', queue_table);
    end if;
  end loop;
end $$;

-- Adds a job to a queue in the caller's transaction, so that a rollback removes it. Writes the same row as `send` of pg-boss, with the
-- settings of the queue (tests/server/jobs.test.ts compares them). `data` contains ids only; the worker reads the rows and decides by
-- their state, so that a job is idempotent.
create function enqueue(queue text, data jsonb, start_after timestamptz default now()) returns void
  security definer set search_path = public, pg_temp language plpgsql as $$
declare key text; is_added boolean;
begin
  if length(data::text) > 1000 then
    raise exception 'the data of a job may contain ids only' using errcode = 'string_data_right_truncation';
  end if;
  -- Deduplication key: no job is added while one with the same key waits or runs. The row must exist: a job for the id of a later mail
  -- would take the place of that mail's own job.
  if queue = 'mail' then
    select id into key from outbox where id = (data ->> 'id')::bigint;
    if not found then return; end if;
  elsif queue = 'notifying' then
    select id into key from comments where id = (data ->> 'id')::integer;
    if not found then return; end if;
  elsif queue = 'private_commenters' then
    select id into key from investor_comments where id = (data ->> 'id')::integer;
    if not found then return; end if;
  elsif queue = 'asking' then
    select id into key from tie_asks where id = (data ->> 'id')::uuid;
    if not found then return; end if;
  elsif queue = 'asking_members' then
    select id into key from introduction_requests where id = (data ->> 'id')::integer;
    if not found then return; end if;
  elsif queue = 'search_texts' then
    -- One that waits reads the name when it runs. Locked: it must not begin before this transaction ends.
    perform from jobs.job_common j where j.name = enqueue.queue and j.state = 'created' and j.data = enqueue.data for update;
    if found then return; end if;
    -- With the version: one that runs may already have passed some rows.
    select id || '/' || version || case data ->> 'of' when 'topics' then '/topics' else '/requests' end into key from profiles where id = (data ->> 'id')::integer;
    if not found then return; end if;
  elsif queue = 'push' then
    -- A job that runs in quiet hours adds the one for their end, while it runs itself.
    select a.id || '/' || u.id || case when data ? 'isPostponed' then '/postponed' else '' end into key
      from notification_acts a join push_subscriptions u on u.user_id = a.user_id
      where a.id = (data ->> 'act')::bigint and u.id = (data ->> 'subscription')::uuid;
    if not found then return; end if;
  else
    -- Only cron adds jobs to the other queues.
    raise exception 'no job can be added to the queue %', queue using errcode = 'insufficient_privilege';
  end if;
  insert into jobs.job_common (name, data, start_after, created_on, singleton_key, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select q.name, enqueue.data, enqueue.start_after, jobs.job_now(), key, q.expire_seconds, q.deletion_seconds,
      enqueue.start_after + q.retention_seconds * interval '1s',
      q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
    from jobs.queue q where q.name = enqueue.queue
    on conflict do nothing;
  is_added := found;
  if not is_added and not exists (select from jobs.queue q where q.name = enqueue.queue) then
    raise exception 'the queue % does not exist', queue;
  end if;
  -- The NOTIFY channel of pg-boss wakes a waiting worker.
  if is_added and enqueue.start_after <= now() then
    perform pg_notify('pgboss_' || left(encode(sha224('jobs'), 'hex'), 24), enqueue.queue);
  end if;
end $$;
revoke execute on function enqueue(text, jsonb, timestamptz) from public;
grant execute on function enqueue(text, jsonb, timestamptz) to community_server, community_member;
