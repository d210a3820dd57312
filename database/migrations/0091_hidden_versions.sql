-- What was hidden before rows had a version returns with the first one.
update hidden_rows set row = row || '{"version": 1}'
  where table_name in ('posts', 'comments', 'investors', 'investor_comments') and not row ? 'version';
