import { sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { pinTopic, unpinTopic } from './contract.ts'
import { topicJson } from './rows.ts'

const setPinned =
  (pinned: boolean) =>
  ({ tx, params }: Request<typeof pinTopic>) =>
    tx.json(sql`update posts set is_pinned = ${pinned} where id = ${params.id} returning ${topicJson()}`)

export default [
  handle(pinTopic, setPinned(true), { on: 'posts' }),
  handle(unpinTopic, setPinned(false), { on: 'posts' }),
]
