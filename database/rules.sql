-- The basis of all slices' rules: the roles, the current member, and the rights of the server role.
-- Applied before the slices' rules.sql. When any of these files changes, database/migrate drops everything they create, revokes all
-- rights of our roles, and applies all files again.

grant usage on schema public to community_server, community_member, community_visitor;

-- The current member. The server sets it per transaction (database/connection/database.ts), never from anything a browser sends.
create function me() returns uuid stable parallel safe language sql
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

create function my_profile_id() returns integer stable parallel safe language sql
  as $$ select nullif(current_setting('app.profile_id', true), '')::integer $$;

-- The placeholder user who owns the remaining content of deleted accounts (accounts.sql).
create function former_member() returns uuid immutable parallel safe language sql
  as $$ select '00000000-0000-4000-8000-000000000000'::uuid $$;

-- A session expires after 30 days, or after 7 days without use.
create function is_valid(session sessions, account users) returns boolean stable language sql as $$
  select session.expires_at > now() and session.last_used_at > now() - interval '7 days' and account.disabled_at is null $$;

create function owes_second_factor(session sessions) returns boolean stable language sql
  as $$ select session.aal = 'aal1' and has_second_factor(session.user_id) $$;

-- Sets the current member for the rest of the transaction, and the similarity threshold for typo-tolerant search.
create function act_as(account uuid, profile integer) returns void language sql as $$
  select set_config('app.user_id', account::text, true), set_config('app.profile_id', coalesce(profile::text, ''), true),
    set_config('pg_trgm.word_similarity_threshold', '0.4', true) $$;

-- Looks up the session of a cookie and sets its member for the rest of the transaction. Returns no row without a valid session.
create function authenticate(hash bytea, out session_id uuid, out user_id uuid, out profile_id integer, out email text,
    out username text, out user_created_at timestamptz, out aal text, out proved_at timestamptz, out factor_proved_at timestamptz,
    out expires_at timestamptz, out has_second_factor boolean, out owes_second_factor boolean, out is_stale boolean,
    out email_confirmed boolean, out confirmation_asked boolean, out confirmation_overdue boolean)
  returns setof record language plpgsql as $$
begin
  select s.id, u.id, p.id, u.email, u.username, u.created_at, s.aal, s.proved_at, s.factor_proved_at, s.expires_at, has_second_factor(u.id), s.last_used_at < now() - interval '5 minutes',
      u.email_confirmed_at is not null, u.confirmation_asked_at is not null,
      -- An address must be confirmed within 7 days of the first mail that asks for it.
      u.email_confirmed_at is null and coalesce(u.confirmation_asked_at < now() - interval '7 days', false)
    into session_id, user_id, profile_id, email, username, user_created_at, aal, proved_at, factor_proved_at, expires_at, has_second_factor, is_stale,
      email_confirmed, confirmation_asked, confirmation_overdue
    from sessions s join users u on u.id = s.user_id left join profiles p on p.user_id = u.id
    where s.token_hash = hash and is_valid(s, u);
  if found then
    owes_second_factor := aal = 'aal1' and has_second_factor;
    perform act_as(user_id, profile_id);
    return next;
  end if;
end $$;

-- The same for a read of one statement: the rest of the transaction is read-only and has the member role. Does not call
-- authenticate(), for speed: every read starts with it.
create function authenticate_read(hash bytea, out session_id uuid, out is_stale boolean, out user_id uuid) language plpgsql as $$
declare profile integer; owes_second_factor boolean;
begin
  select s.id, u.id, p.id, owes_second_factor(s), s.last_used_at < now() - interval '5 minutes'
    into session_id, user_id, profile, owes_second_factor, is_stale
    from sessions s join users u on u.id = s.user_id left join profiles p on p.user_id = u.id
    where s.token_hash = hash and is_valid(s, u);
  -- Raises an error instead of returning no row, so that the pipelined statement after it does not run.
  if session_id is null then raise sqlstate 'NO401'; end if;
  if owes_second_factor then raise sqlstate 'NO403'; end if;
  perform act_as(user_id, profile), set_config('transaction_read_only', 'on', true), set_config('role', 'community_member', true);
end $$;

-- Revokes all access to an account: sessions (except keep_session, with its browser; it may be null), links in mails that act for it (not
-- those that confirm an address or stop mails), remembered and known browsers, unverified factors, and open challenges. The triggers end_access call it when the
-- password, the address or a verified factor changes.
create function revoke_access(account uuid, keep_session uuid) returns void
  security definer set search_path = public, pg_temp language plpgsql as $$
begin
  -- lockUser locks the same row before a session starts, so none starts concurrently. No row: the account is being deleted.
  perform from users where id = account for no key update;
  if not found then return; end if;
  delete from sessions where user_id = account and id is distinct from keep_session;
  -- A used link that answered a question still tells what became of it (features/answers): not to whoever has an old mail.
  delete from signed_links where user_id = account and purpose like 'answer:%';
  update signed_links set used_at = now() where user_id = account and purpose not in ('confirm-address', 'unsubscribe')
    and used_at is null;
  delete from remembered_devices where user_id = account;
  delete from known_devices d where user_id = account
    and not exists (select from sessions s where s.user_id = account and s.device_hash = d.token_hash);
  delete from factors where user_id = account and status = 'unverified';
  delete from factor_challenges where factor_id in (select id from factors where user_id = account);
end $$;
revoke execute on function revoke_access(uuid, uuid) from public;
grant execute on function revoke_access(uuid, uuid) to community_server;

-- The key that a session's rate limits are counted by: the member's id. A session without its second factor is counted separately, so
-- that an attacker who has only the password cannot use up the member's limits.
create function allowance_of(session sessions) returns uuid stable language sql
  as $$ select case when owes_second_factor(session) then session.id else session.user_id end $$;

-- Rate limit with a fixed window: counts a request under a key ('write:<account or session>', 'register:<network>') and returns the
-- seconds to wait, 0 within the limit. The audit log gets one entry per window, not one per refused request, so that it cannot be flooded;
-- none with `is_logged` false, for limits that everyday use reaches.
create function throttle(what text, most integer, seconds integer, is_logged boolean default true) returns integer language plpgsql as $$
declare
  counted throttles;
  whose text := substr(what, strpos(what, ':') + 1);
  is_id boolean := whose ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  account uuid;
begin
  -- A window that begins in the future was stored before the clock was set back, and would not end before that time. (Up to a minute: now()
  -- is the start of the transaction, and a later one may have begun the window.)
  insert into throttles as t (key, hits) values (what, 1)
    on conflict (key) do update set
      hits = case when t.since <= now() - make_interval(secs => seconds) or t.since > now() + interval '1 minute' then 1 else t.hits + 1 end,
      since = case when t.since <= now() - make_interval(secs => seconds) or t.since > now() + interval '1 minute' then now() else t.since end
    returning * into counted;
  if counted.hits <= most then return 0; end if;
  if is_logged and counted.hits = most + 1 then
    if is_id then
      account := left(whose, 36)::uuid;
      account := coalesce((select user_id from sessions where id = account), account);
    end if;
    insert into audit_log (event, user_id, ip, details) values ('limit reached',
      -- An IP network contains dots or colons; the other keys are hashes of mail addresses.
      account, case when is_id or whose !~ '[.:]' then '' else whose end, jsonb_build_object('limit', split_part(what, ':', 1)));
  end if;
  return greatest(1, ceil(extract(epoch from counted.since + make_interval(secs => seconds) - now())));
end $$;

-- Deletes audit entries older than this many days, but never any of the last 30 days. In batches, to stay below the statement timeout.
create function forget_old_audit(days integer) returns void
  security definer set search_path = public, pg_temp language plpgsql as $$
begin
  perform set_config('app.forgets_old_audit', 'on', true);
  delete from audit_log where id in (
    select id from audit_log where at < now() - make_interval(days => greatest(days, 31)) order by at limit 50000);
  perform set_config('app.forgets_old_audit', '', true);
end $$;
revoke execute on function act_as(uuid, integer), authenticate(bytea), authenticate_read(bytea), throttle(text, integer, integer, boolean), forget_old_audit(integer) from public;
grant execute on function act_as(uuid, integer), authenticate(bytea), authenticate_read(bytea), throttle(text, integer, integer, boolean), forget_old_audit(integer) to community_server;

-- The server role manages accounts. It owns no tables. Its rights on the slices' tables are in their rules.sql.
create policy the_server_keeps_accounts on users to community_server using (true) with check (true);
create policy the_server_keeps_sessions on sessions to community_server using (true) with check (true);
create policy the_server_knows_devices on known_devices to community_server using (true) with check (true);
create policy the_server_counts_failures on sign_in_failures to community_server using (true) with check (true);
create policy the_server_keeps_links on signed_links to community_server using (true) with check (true);
create policy the_server_throttles on throttles to community_server using (true) with check (true);
create policy the_server_reads_the_log on audit_log for select to community_server using (true);
create policy the_server_knows_the_backups on backups for select to community_server using (true);
create policy the_server_writes_the_log on audit_log for insert to community_server with check (true);
create policy the_server_posts_mail on outbox to community_server using (true) with check (true);

grant select, insert, update on users to community_server;
grant select, insert, update, delete on sessions, known_devices, sign_in_failures, signed_links, throttles, outbox to community_server;
grant select, insert on audit_log to community_server;
grant select on backups to community_server;

-- A member sees only their own idempotency keys.
create policy members_keep_their_own_answers on idempotency_keys to community_member
  using (user_id = me()) with check (user_id = me());
-- The stored answer of a call with this key. A concurrent call waits for the advisory lock until the first one is done; volatile, so
-- that its snapshot then includes what the first one wrote.
create function earlier_answer(wanted text) returns table (request_hash bytea, reply text) volatile language plpgsql as $$
begin
  if me() is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(me()::text || wanted, 0));
  return query select k.request_hash, k.reply from idempotency_keys k where k.user_id = me() and k.key = wanted;
end $$;
-- The server deletes old keys, and stores the key of a registration.
create policy the_server_keeps_answers on idempotency_keys to community_server using (true) with check (true);
grant select, insert on idempotency_keys to community_member;
grant select, insert, delete on idempotency_keys to community_server;

-- Search (database/list/search.ts): turns a query into patterns and words to compare with the columns search_text and words.

-- Whether a word is a letter with signs that belong to it: C++, C#.
create function ends_in_signs(word text) returns boolean immutable parallel safe language sql as $$ select word ~ '^[a-z][+#]+$' $$;

-- The words of a query. Punctuation is stripped at the start and end of a word, except in words with %, _ or \, in C++ and C#, and when the
-- query has no letters or digits at all.
create function typed_words(typed text) returns setof text immutable parallel safe language sql as $$
  select distinct case when word ~ '[%_\\]' or ends_in_signs(word) or plain(typed) collate names !~ '[[:alnum:]]' then word
      else regexp_replace(word collate names, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g') end
    from regexp_split_to_table(plain(typed), '\s+') word $$;

-- Whether a typed word must be at the beginning of a word: one or two letters are inside of nearly every text. In scripts without spaces
-- between words (Chinese, Japanese, Thai, Lao, Burmese, Khmer) they are not, and a name is inside of a longer word.
create function is_beginning(word text) returns boolean immutable parallel safe language sql as $$
  select ends_in_signs(word) or length(word) <= 2 and word collate names !~ '[^[:alnum:]]'
    and word !~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]' $$;

-- Whether the trigram index can search for a LIKE pattern with % at both ends. '%🚀%' and '%ab%' have no trigram, and the index would be scanned
-- as a whole; with LC_CTYPE C the same is true of all words in other scripts than the Latin one. A trigram counts if it is the same whatever is around the text.
-- Those of one-letter words do not count, since most texts have them, unless the pattern is such a word: then what the index finds matches.
create function has_trigrams(pattern text) returns boolean immutable parallel safe language sql as $$
  select exists (select unnest(show_trgm(part)) intersect select unnest(show_trgm('q' || part || 'q'))
      intersect select unnest(show_trgm('z' || part || 'z')))
    from (select btrim(case when pattern ~ '^% \S+$' then pattern
      else regexp_replace(pattern collate names, '(^|[^[:alnum:]])[[:alnum:]](?![[:alnum:]])', '\1', 'g') end, '%') as part) parts $$;

-- LIKE patterns: one per word, or one for the whole query, each of at most 60 letters: the time of a comparison grows with the length of the
-- pattern times that of the text. First those with trigrams, the longest first. A word of more than two letters
-- matches inside words. Null, which matches nothing, when nothing remains of the query (such as a single accent).
create function search_patterns(typed text, by_word boolean) returns text[] immutable parallel safe language sql as $$
  select nullif(array(select pattern from (
      select '%' || regexp_replace(left(piece, 60), '([%_\\])', '\\\1', 'g') || '%' as pattern from (
        select case when is_beginning(word) then word_starts(word) else ltrim(word_starts(word)) end as piece
          from typed_words(typed) word where by_word and word <> ''
        union all select plain(typed) where not by_word and btrim(plain(typed)) <> '') pieces) patterns
    order by has_trigrams(pattern) desc, length(pattern) desc), '{}') $$;

-- For the full-text index: all words, with prefix matching. It has no signs: C++ is the word C there.
create function search_query(typed text) returns tsquery immutable parallel safe language sql as $$
  select string_agg(quote_literal(lexeme) ||
      case when lexeme in (select left(word, 1) from typed_words(typed) word where ends_in_signs(word)) then '' else ':*' end, ' & ')::tsquery
    from unnest(words_of(typed)) $$;

-- For typo-tolerant search: the words without punctuation, the longest first. None if the query has %, _ or \, which must match exactly.
create function search_words(typed text) returns text[] immutable parallel safe language sql as $$
  select array(select lexeme from unnest(words_of(typed)) where typed !~ '[%_\\]' order by length(lexeme) desc) $$;

-- The word whose trigrams find similar ones: the longest. Null, to which nothing is similar, if no word has trigrams, or if all are too short
-- for a typing error (has_word_like).
create function similar_word(words text[]) returns text immutable parallel safe language sql as $$
  select word from unnest(words) word where length(word) >= 4 and show_trgm(word) <> '{}' order by length(word) desc limit 1 $$;

-- The spellings of a word with two neighbouring letters swapped, among the first eight: at most seven. Fewer trigrams survive a swap in a
-- short word than the threshold of similar words asks for. In longer words enough do.
create function swaps(word text) returns text[] immutable parallel safe language sql as $$
  select array(select left(word, at - 1) || substr(word, at + 1, 1) || substr(word, at, 1) || substr(word, at + 2)
    from generate_series(1, least(length(word), 8) - 1) at) $$;

-- The same as a regular expression for the trigram index, at the beginning of a word; null if the index cannot search for them.
create function swap_pattern(word text) returns text immutable parallel safe language sql as $$
  select ' (' || string_agg(swapped, '|') || ')' from unnest(swaps(word)) swapped where has_trigrams('% ' || swapped || '%') $$;

-- Whether a text has a word within one or two edits (Levenshtein distance) of this one, or with two neighbouring letters swapped, or a word
-- that starts so, since the user may still be typing. Two only with the same first letter, which is rarely mistyped: 'funding' does not find
-- 'sending'. Short words must match exactly, and are not taken for longer ones: 'theme' does not find 'the'.
create function has_word_like(written text, wanted text) returns boolean immutable parallel safe language sql as $$
  select exists (select from regexp_split_to_table(written collate names, '[^[:alnum:]]+') word
      cross join lateral (select case when length(wanted) < 4 then 0 when length(wanted) < 5 or left(word, 1) collate "C" <> left(wanted, 1) collate "C" then 1 else 2 end as most) slips
    where (length(word) >= 4 or most = 0)
      and (levenshtein_less_equal(wanted, left(word, 60), most) <= most
      or levenshtein_less_equal(wanted, left(word, length(wanted)), most) <= most
      or length(wanted) >= 4 and left(word, length(wanted)) collate "C" = any((select swaps(wanted))::text[]))) $$;
