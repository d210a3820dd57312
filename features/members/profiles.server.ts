import { sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { readProfiles, TEST_PAGE_LIMIT } from '../test-page/contract.ts'

/** For the test page: rows as they are stored. What a member may hide is not in this table. */
const read = ({ tx, query }: Request<typeof readProfiles>) =>
  tx.json(sql`
    select coalesce(json_agg(to_jsonb(p) - 'search_text' order by p.id), '[]') from (
      select * from profiles order by id limit ${Math.min(query.limit ?? TEST_PAGE_LIMIT, TEST_PAGE_LIMIT)}) p`)

export default [handle(readProfiles, read)]
