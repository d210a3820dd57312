-- When the second factor itself was last given in this session. Null: never, for example because the browser was remembered.
alter table sessions add column factor_proved_at timestamptz;

-- enter() tells more than before: the rules, which are applied after this, make it anew.
drop function if exists enter(bytea);

-- When the second factor was last given on this browser. Signing in with the password makes a browser known; only this makes it the owner's.
alter table known_devices add column passed_factor_at timestamptz;
