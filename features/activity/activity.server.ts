import { sql } from '../../database/connection/sql.ts'
import { newestOfKinds, ofKind } from '../../database/list/newest-of-kinds.ts'
import { call, page } from '../../server/pages/boot.ts'
import { read } from '../../server/request/endpoint.ts'
import { getProfile } from '../profile/contract.ts'
import { activityListing, kinds, listActivity } from './contract.ts'

const list = read(listActivity, ({ query: { kind, limit, after } }) =>
  newestOfKinds({
    kinds,
    kind,
    rowsOf: listed => sql`activity where ${ofKind(listed)} and actor_id is not null`,
    json: sql`activity_json(kind, id, created_at, actor_id, subject_id)`,
    limit,
    after,
  }),
)

export default [list]

export const preloads = [
  page('/activity', url => [
    call(getProfile, {}),
    call(listActivity, activityListing(Object.fromEntries(url.searchParams))),
  ]),
]
