-- What members did in their own name, for their pages. Nothing is stored twice: deleted and hidden content disappears from it.
-- Anonymous topics and replies have no user_id, so they belong to nobody here, not even for their author. Comments on investors are
-- public ones only; the policy alone would add the reader's own private ones. security_invoker: the table policies apply as well.
create view contributions with (security_invoker = true) as
  select 'topic' as kind, id, created_at, user_id as profile_id, id as subject_id, title as subject from posts
  union all
  select 'reply', c.id, c.created_at, c.user_id, c.post_id, p.title from comments c join posts p on p.id = c.post_id
  union all
  select 'event', e.id, e.created_at, p.id, e.id, e.title from events e join profiles p on p.user_id = e.created_by
  union all
  select 'resource', r.id, r.created_at, p.id, r.id, r.title from resources r join profiles p on p.user_id = r.user_id
  union all
  select 'review', c.id, c.created_at, c.user_id, c.investor_id, i.name || ', ' || i.firm
  from investor_comments c join investors i on i.id = c.investor_id where not c.is_private;

grant select on contributions to community_member;
