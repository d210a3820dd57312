import { sql } from '../../database/connection/sql.ts'
import { amongNewest } from '../../database/list/search.ts'
import { read } from '../../server/request/endpoint.ts'
import { cardFields } from './card-json.ts'
import { findMembers } from './contract.ts'

// The expression of the index, and the same text as stored: the first line of search_text.
const indexed = sql`word_starts(plain(full_name))`
const name = sql`split_part(search_text, E'\\n', 1)`
const pattern = sql`(select pattern from typed)`

/** Suggests other members by name. `word_starts` puts a space before each word, which is_beginning() asks for. */
export default [
  read(
    findMembers,
    ({ query: { q, limit } }) => sql`
      with typed as materialized (select *, has_trigrams(pattern) as indexed from (
        select *, '%' || case when is_beginning(btrim(words)) then words else btrim(words) end || '%' as pattern
        from (select regexp_replace(word_starts(plain(${q})), '([%_\\\\])', '\\\\\\1', 'g') as words) typed) typed),
      found as materialized (select *, ${name} as name from (
          select * from profiles where (select indexed from typed) and ${indexed} like ${pattern}
          union all ${amongNewest('profiles', sql`${name} like ${pattern}`, sql`*`)}) profiles
        where full_name <> '' and user_id <> me() and (select words ~ '[[:alnum:]]' from typed))
      select coalesce(json_agg(json_build_object(${cardFields}, 'created_at', created_at) order by place, full_name, id), '[]') from (
        select found.*, case when name like words || '%' then 1 when name like '%' || words || '%' then 2 else 3 end as place
        from found, typed order by place, full_name, id limit ${limit}) nearest`,
  ),
]
