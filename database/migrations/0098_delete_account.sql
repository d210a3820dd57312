-- It now tells the picture too, and what a function gives cannot be changed in place: settings/rules.sql makes it again.
drop function if exists delete_account(uuid, text);
