-- The investor who was picked as target. A request names a member, an investor or, as free text, anybody else.
alter table introduction_requests add column target_investor_id integer references investors on delete set null;
alter table introduction_requests add constraint one_target check (target_profile_id is null or target_investor_id is null);
create index introduction_requests_of_investor on introduction_requests (target_investor_id) where target_investor_id is not null;
