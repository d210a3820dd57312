-- A text about the requester and what they ask for, to be forwarded to the target. Apart from the request, because few may read it.
create table introduction_blurbs (
  request_id integer primary key references introduction_requests on delete cascade,
  text text not null check (text ~ '\S' and char_length(text) <= 4000),
  version integer not null default 1
);
alter table introduction_blurbs enable row level security;
