-- The member who was picked as target; null: typed as free text.
alter table introduction_requests add column target_profile_id integer references profiles on delete set null;
create index introduction_requests_of_target on introduction_requests (target_profile_id) where target_profile_id is not null;
alter table introduction_comments add column mentions integer[] not null default '{}' check (cardinality(mentions) <= 10);
