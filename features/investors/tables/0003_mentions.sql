alter table investor_comments add column mentions integer[] not null default '{}' check (cardinality(mentions) <= 10);
