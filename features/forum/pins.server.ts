import { sql } from '../../database/connection/sql.ts'
import { write } from '../../server/request/endpoint.ts'
import { pinTopic, unpinTopic } from './contract.ts'
import { topicJson } from './rows.ts'

const setPinned = (id: number, pinned: boolean) =>
  sql`update posts set is_pinned = ${pinned} where id = ${id} returning ${topicJson()}`

const on = 'posts'
export default [
  write(pinTopic, ({ params }) => setPinned(params.id, true), { on }),
  write(unpinTopic, ({ params }) => setPinned(params.id, false), { on }),
]
