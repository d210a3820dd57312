import { sql } from '../../database/connection/sql.ts'
import { read } from '../../server/request/endpoint.ts'
import { cardFields } from './card-json.ts'
import { findMembers } from './contract.ts'

// Same expression as the index.
const name = sql`word_starts(plain(full_name))`

/**
 * Suggests other members by name. `word_starts` puts a space before each word. One or two letters match only the start of a word,
 * because as a substring they match nearly every name.
 */
export default [
  read(
    findMembers,
    ({ query: { q, limit } }) => sql`
      with typed as materialized (select regexp_replace(word_starts(plain(${q})), '([%_\\\\])', '\\\\\\1', 'g') as words),
      found as materialized (select *, ${name} as name from profiles
        where ${name} like (select '%' || case when length(words) <= 3 then words else btrim(words) end || '%' from typed)
          and full_name <> '' and user_id <> me() and (select words ~ '[[:alnum:]]' from typed))
      select coalesce(json_agg(json_build_object(${cardFields}, 'created_at', created_at) order by place, full_name, id), '[]') from (
        select found.*, case when name like words || '%' then 1 when name like '%' || words || '%' then 2 else 3 end as place
        from found, typed order by place, full_name, id limit ${limit}) nearest`,
  ),
]
