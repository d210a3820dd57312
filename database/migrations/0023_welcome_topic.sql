-- A new forum is not an empty room. Its author is the community: no user.
insert into posts (title, content, tags, user_id, is_anonymous) values (
  'Welcome to the community!',
  'This is the place to ask, to share and to think out loud with other founders.

A few ideas for a first topic:

- introduce yourself: what you are building, and for whom
- ask for help with the thing that keeps you up at night
- share something that worked, or that did not

Be candid, be kind, and keep what you read here among us.',
  '{General}', null, false);
