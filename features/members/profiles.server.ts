import { sql } from '../../database/connection/sql.ts'
import { read } from '../../server/request/endpoint.ts'
import { readProfiles, TEST_PAGE_LIMIT } from '../test-page/contract.ts'

/** For the test page: rows as stored. Fields that a member can hide are not in this table. */
export default [
  read(
    readProfiles,
    ({ query }) => sql`
      select coalesce(json_agg(row order by id), '[]') from (
        select id, as_saved(p) as row from profiles p order by id limit ${Math.min(query.limit ?? TEST_PAGE_LIMIT, TEST_PAGE_LIMIT)}) saved`,
  ),
]
