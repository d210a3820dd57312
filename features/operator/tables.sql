-- What the operator has hidden is taken out of its tables and kept here whole, so that no list, count, search or stream has to
-- know of it, and no future one can forget to.
create table hidden_content (
  kind text not null check (kind in ('post', 'comment', 'investor')),
  id integer not null,                      -- its id where it stood, and will stand again
  title text not null,
  hidden_at timestamptz not null default now(),
  primary key (kind, id)
);

-- The rows of it in the order they are put back. A row goes when the member whose it is deletes their account.
create table hidden_rows (
  place integer generated always as identity primary key,
  kind text not null,
  id integer not null,
  table_name text not null,
  row jsonb not null,
  user_id uuid references users on delete cascade, -- null: nobody's
  foreign key (kind, id) references hidden_content on delete cascade
);
create index hidden_rows_of_content on hidden_rows (kind, id);
create index hidden_rows_of_user on hidden_rows (user_id);

alter table hidden_content enable row level security;
alter table hidden_rows enable row level security;
