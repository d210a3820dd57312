-- A factor that is not verified yet is an enrolment. It belongs to the session that began it and ends with that session.
delete from factors where status = 'unverified';
alter table factors
  add column session_id uuid references sessions on delete cascade,
  add constraint only_enrolments_have_a_session check ((status = 'unverified') = (session_id is not null));
create index factors_of_session on factors (session_id) where session_id is not null;
