-- The table is unlogged, its sequence must not be: a standby that is promoted before its next restartpoint has no content for an unlogged
-- sequence ('bad magic number in sequence'), and every write would fail.
alter sequence live_changes_id_seq set logged;
