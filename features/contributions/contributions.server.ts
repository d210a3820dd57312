import { join, sql } from '../../database/connection/sql.ts'
import { textLiteral } from '../../database/list/limit.ts'
import { newestOfKinds, ofKind } from '../../database/list/newest-of-kinds.ts'
import { read } from '../../server/request/endpoint.ts'
import { countContributions, type Kind, kinds, listContributions } from './contract.ts'

const absent = { absent: 'Member not found' }

const ofMember = (kind: Kind, id: number) => sql`contributions where ${ofKind(kind)} and profile_id = ${id}`

const list = read(
  listContributions,
  ({ params, query: { kind, limit, after } }) => {
    const page = newestOfKinds({
      kinds,
      kind,
      rowsOf: listed => ofMember(listed, params.id),
      json: sql`json_build_object('kind', kind, 'id', id, 'created_at', created_at, 'subject_id', subject_id, 'subject', subject)`,
      limit,
      after,
    })
    // An unknown member gives no row (404), not an empty list.
    return sql`select page.* from profiles cross join lateral (${page}) page where profiles.id = ${params.id}`
  },
  absent,
)

const counts = read(
  countContributions,
  ({ params }) => sql`
    select json_build_object(${join(kinds.map(kind => sql`${textLiteral(kind)}, (select count(*) from ${ofMember(kind, params.id)})`))})
    from profiles where id = ${params.id}`,
  absent,
)

export default [list, counts]
