-- When the second factor itself was last given in this session. Null: never, for example because the browser was remembered.
alter table sessions add column factor_proved_at timestamptz;

-- enter() tells more than before: the rules, which are applied after this, make it anew.
drop function if exists enter(bytea);
