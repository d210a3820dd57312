-- What a member wrote anonymously and wants removed when they leave. It goes piece by piece, each at a random time of its own, so that
-- it cannot be tied to them or to each other. No column says whose it was, or since when it waits.
create table pending_removals (
  kind text not null check (kind in ('post', 'comment')),
  id integer not null,
  due_at timestamptz not null,
  primary key (kind, id)
);
create index pending_removals_by_time on pending_removals (due_at);
alter table pending_removals enable row level security;

-- Topics of members who left before: the time of their last change tied those of one member together, and the text said why.
set local app.quiet = 'on';
alter table posts disable trigger mark_edited;
update posts set content = 'The text of this topic was deleted.', updated_at = created_at
  where title = 'Deleted topic' and content = 'The author of this topic has left the community.' and user_id is null;
alter table posts enable trigger mark_edited;
