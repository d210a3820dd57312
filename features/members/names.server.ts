import { sql } from '../../database/sql.ts'
import { read } from '../../server/endpoint.ts'
import { findMembers } from './contract.ts'

// As the index says it.
const name = sql`(plain_words(full_name) collate "C")`

/**
 * Others whose name could be meant by what is being typed. In `plain_words` a space stands before each word. One or two letters are the
 * beginning of a word: as a part of one they would fit nearly everybody.
 */
export default [
  read(
    findMembers,
    ({ query: { q, limit } }) => sql`
      with typed as materialized (select plain_words(${q}) as words),
      found as materialized (select id, full_name, card, created_at, ${name} as name from profiles
        where ${name} like (select '%' || case when length(words) <= 3 then words else btrim(words) end || '%' from typed)
          and full_name <> '' and user_id <> me() and (select words <> ' ' from typed))
      select coalesce(json_agg(card::jsonb || jsonb_build_object('created_at', created_at) order by place, full_name, id), '[]') from (
        select found.*, case when name like words || '%' then 1 when name like '%' || words || '%' then 2 else 3 end as place
        from found, typed order by place, full_name, id limit ${limit}) nearest`,
  ),
]
