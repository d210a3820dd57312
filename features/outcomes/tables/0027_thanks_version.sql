-- So that two tabs do not overwrite each other.
alter table introduction_thanks add column version integer not null default 1;
