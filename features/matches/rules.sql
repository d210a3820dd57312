-- Matching reads only what members say of themselves and do in the open (docs/decisions/matches.md). An anonymous topic or reply has no
-- user_id, so it is never a reason.

create policy members_refuse_for_themselves on match_refusals to community_member
  using (user_id = (select me())) with check (user_id = (select me()));
grant select, delete, insert (user_id, refused_id) on match_refusals to community_member;
create policy members_decide_for_themselves on match_settings to community_member
  using (user_id = (select me())) with check (user_id = (select me()));
grant select, insert (user_id, is_suggested, was_suggested, changed_on), update (is_suggested, was_suggested, changed_on) on match_settings
  to community_member;
create policy members_read_their_own_order on match_orders for select to community_member using (user_id = (select me()));
grant select on match_orders to community_member;

create function is_same_industry(one profiles, other profiles) returns boolean immutable parallel safe language sql as $$
  select one.industry = other.industry and one.industry not in ('', 'Other') $$;
create function is_same_stage(one profiles, other profiles) returns boolean immutable parallel safe language sql as $$
  select one.stage = other.stage and one.stage <> '' $$;
-- Members type their location: without case and accents, as the directory filters by it.
create function is_same_location(one profiles, other profiles) returns boolean immutable parallel safe language sql as $$
  select coalesce(one.location <> '' and other.location <> '' and plain(one.location) = plain(other.location), false) $$;

-- The topics that a member last wrote in under their name.
create function topics_of(member integer) returns integer[] stable language sql as $$
  select array(select topic from (
      (select id as topic, created_at from posts where user_id = member order by created_at desc limit 20)
      union all (select post_id, created_at from comments where user_id = member order by created_at desc limit 100)) written
    group by topic order by max(created_at) desc limit 20) $$;

-- The upcoming events that a member added, and those of the last 90 days.
create function events_of(account uuid) returns setof events stable language sql as $$
  select * from events where created_by = account and event_date > current_date - 90 $$;

-- Why another member may be of interest to one, who last wrote in these topics. The screens show every reason.
create function match_reasons(one profiles, other profiles, topics integer[]) returns jsonb stable language sql as $$
  select jsonb_build_object(
    'can_help_with', array(select area from unnest(one.needs) area where area = any (other.can_help_with)),
    'looks_for', array(select area from unnest(other.needs) area where area = any (one.can_help_with)),
    'industry', case when is_same_industry(one, other) then other.industry end,
    'topics', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title) order by p.id desc), '[]') from (
      select id, title from posts t where id = any (topics) and (t.user_id = other.id
          or exists (select from comments c where c.post_id = t.id and c.user_id = other.id)) order by id desc limit 3) p),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title) order by e.event_date desc, e.id desc), '[]') from (
      select id, title, event_date from events_of(other.user_id) where exists (select from events_of(one.user_id))
      order by event_date desc, id desc limit 3) e),
    'stage', case when is_same_stage(one, other) then other.stage end,
    'location', case when is_same_location(one, other) then other.location end) $$;

-- How much each reason counts. A second area counts half of the first, a third half of the second, and more do not count: somebody from
-- the same industry with two areas is better than somebody from another with three.
create function match_points(can_help_with integer, looks_for integer, same_industry boolean, shares_topic boolean, both_add_events boolean,
    same_stage boolean, same_location boolean) returns integer immutable parallel safe language sql as $$
  select (array[0, 8, 12, 14])[1 + least(can_help_with, 3)] + (array[0, 4, 6, 7])[1 + least(looks_for, 3)]
    + case when same_industry then 4 else 0 end + case when shares_topic then 4 else 0 end
    + case when both_add_events then 2 else 0 end
    + case when same_stage then 2 else 0 end + case when same_location then 1 else 0 end $$;
create function match_points(reasons jsonb) returns integer immutable parallel safe language sql as $$
  select match_points(jsonb_array_length(reasons -> 'can_help_with'), jsonb_array_length(reasons -> 'looks_for'),
    reasons ->> 'industry' is not null, jsonb_array_length(reasons -> 'topics') > 0, jsonb_array_length(reasons -> 'events') > 0,
    reasons ->> 'stage' is not null, reasons ->> 'location' is not null) $$;

-- The members with a reason, the best first: at most 1000. Those with equal points follow from a place in the order of accounts that
-- depends on the member, so that not everybody is shown the same ones.
create function ranked_matches(member integer) returns setof integer stable language sql as $$
  with writers as materialized (
    select user_id as id from posts where id = any (topics_of(member))
    union select user_id from comments where post_id = any (topics_of(member))),
  organizers as materialized (
    select created_by as user_id from events where created_by is not null and event_date > current_date - 90
      and exists (select from profiles p cross join lateral events_of(p.user_id) where p.id = member)),
  -- As is_same_location, but from the index: removing the accents of every location takes longer than all other points.
  neighbours as materialized (
    select id from profiles where member_tags(needs, can_help_with, location) @> array[(
      select 'in ' || plain(location) from profiles where id = member and location <> '')])
  select found.id from profiles one cross join lateral (
      select other.id, other.user_id, match_points(
          (select count(*)::integer from unnest(one.needs) area where area = any (other.can_help_with)),
          (select count(*)::integer from unnest(one.can_help_with) area where area = any (other.needs)),
          is_same_industry(one, other), coalesce(other.id in (select id from writers), false),
          other.user_id in (select user_id from organizers), is_same_stage(one, other), other.id in (select id from neighbours)) as points
      -- The offset: the points are computed once, not again for the condition.
      from profiles other where other.full_name <> '' and other.id <> one.id offset 0) found
    where one.id = member and found.points > 0
    order by found.points desc, found.user_id < md5(one.user_id::text)::uuid, found.user_id limit 1000 $$;

-- Up to 1000 members an order is computed when it is read, so that it is always of this moment. In a larger community it is kept.
create function keeps_matches() returns boolean stable language sql as $$
  select count(*) > 1000 from (select from profiles limit 1001) counted $$;

-- The current member's, kept or computed now. The order kept is a day old at most, and goes when the member changes their profile.
create function my_matches() returns integer[] stable language plpgsql as $$
declare best integer[] := (select o.best from match_orders o where o.user_id = me() and o.made_at > now() - interval '1 day');
begin
  if best is not null then return best; end if;
  -- Computing takes long in a large community: for each member one read at a time. Another one is refused (503, and the browser asks
  -- again) instead of waiting, because it would keep a connection from all other reads.
  if keeps_matches() and not pg_try_advisory_xact_lock(hashtextextended('matches ' || me(), 0)) then
    raise lock_not_available using message = 'The matches of this member are being computed.';
  end if;
  return array(select ranked_matches(my_profile_id()));
end $$;

-- Hides each member at random, so that opting out cannot be inferred: whether an account, or a pair of them, is hidden on this day. The days from
-- 2000-01-01 on are divided into blocks of `days` days. In `share` of 256 blocks a hidden time begins, on any day of the block, with a random length,
-- that of a block on average: neither its first nor its last day shows that a member has opted out instead. With 0 days, nobody is hidden.
create function is_randomly_hidden(who text, day date, days integer, share integer, secret bytea) returns boolean stable language sql as $$
  select exists (select from generate_series((day - date '2000-01-01') / nullif(days, 0) - 2, (day - date '2000-01-01') / nullif(days, 0)) block
      cross join lateral (select sha256(secret || convert_to(concat_ws(' ', 'rest', who, block), 'UTF8')) as bytes offset 0) hash
      cross join lateral (
        select day - date '2000-01-01' - days * block - (256 * get_byte(bytes, 1) + get_byte(bytes, 2)) % days as passed) since
    where get_byte(bytes, 0) < share and passed between 0 and (256 * get_byte(bytes, 3) + get_byte(bytes, 4)) % (2 * days - 1)) $$;

-- Whether a member is suggested to the current one on this day. About an eighth of all members are hidden at random, for five weeks on
-- average, and of all pairs a fifth, for a year: others cannot tell them from those who opted out (docs/decisions/matches.md). Every suggestion of members by what they say of
-- themselves must use this function, and nothing else may depend on the choice.
create function is_suggested_to_me(account uuid, day date) returns boolean stable security definer set search_path = public, pg_temp language sql
  cost 5000 as $$
  select not exists (select from match_settings s
      where s.user_id = account and not case when s.changed_on < day then s.is_suggested else s.was_suggested end)
    and not exists (select from match_draws d where is_randomly_hidden(account::text, day, d.rest_days, 35, d.secret)
      or is_randomly_hidden(concat_ws(' ', account, 'to', me()), day, d.pair_rest_days, 57, d.secret)) $$;

-- The members shown to the current member: drawn by the secret from the twelve best who are suggested, anew each day; without a day, always
-- the same draw. Not for the same stage and location alone, which are 3 points. Whom the member refused or muted keeps the place, empty, until
-- the next day in the community's time zone: the others are not seen sooner by refusing. Bypasses row-level security to read the secret, and
-- returns at most five.
create function people_for_me(day date, zone text, most integer) returns table (id integer, place bigint, reasons jsonb)
  stable security definer set search_path = public, pg_temp language sql as $$
  select drawn.id, drawn.place, drawn.reasons from (
      select best.* from (
          select b.id, b.place, why.reasons
          -- The offset keeps the order: only the first are checked.
          from (select * from unnest(my_matches()) with ordinality m(id, place) order by place offset 0) b
            cross join (select one, topics_of(one.id) as topics, coalesce(day, today_in(zone)) as today
              from profiles one where one.id = my_profile_id() offset 0) mine
            cross join lateral (select p.user_id, match_reasons(mine.one, p, mine.topics) as reasons from profiles p
              where p.id = b.id and p.full_name <> '' and is_enabled(p.user_id)
                and not exists (select from match_refusals r
                  where r.user_id = me() and r.refused_id = p.id and today_in(zone, r.created_at) < mine.today)
                and not exists (select from mutes m
                  where m.user_id = me() and m.muted_id = p.id and today_in(zone, m.created_at) < mine.today)
              offset 0) why
          where match_points(why.reasons) > 3 and is_suggested_to_me(why.user_id, mine.today)
          order by b.place limit 12) best
        order by (select sha256(d.secret || convert_to(concat_ws(' ', 'draw', me(), day, best.id), 'UTF8')) from match_draws d)
        limit least(most, 5)) drawn
    where not exists (select from match_refusals r where r.user_id = me() and r.refused_id = drawn.id)
      and not exists (select from mutes m where m.user_id = me() and m.muted_id = drawn.id) $$;
revoke execute on function is_randomly_hidden(text, date, integer, integer, bytea), is_suggested_to_me(uuid, date), people_for_me(date, text, integer) from public;
grant execute on function is_suggested_to_me(uuid, date), people_for_me(date, text, integer) to community_member;

-- Keeps the orders of members who were here within a week and have none, or one that will be a day old within the hour; at most so many.
-- Returns how many.
create function keep_matches(most integer) returns integer security definer set search_path = public, pg_temp language plpgsql as $$
declare kept integer;
begin
  if not keeps_matches() then return 0; end if;
  insert into match_orders (user_id, best)
    select due.user_id, array(select ranked_matches(due.id)) from (
      select p.id, p.user_id from member_visits v join profiles p using (user_id) left join match_orders o using (user_id)
      where v.last_at > now() - interval '7 days' and (o.made_at is null or o.made_at < now() - interval '23 hours')
      order by o.made_at nulls first limit most) due
    on conflict (user_id) do update set best = excluded.best, made_at = excluded.made_at;
  get diagnostics kept = row_count;
  return kept;
end $$;
revoke execute on function keep_matches(integer) from public;
grant execute on function keep_matches(integer) to community_server;
