-- What a new member saw on Home: the questions ('asked'), then the members to meet, until they skipped or closed them ('done').
alter table member_visits add column welcome text check (welcome in ('asked', 'done'));
