import { type CommitWith, NoRow, type SessionUser, type Tx } from '../../database/connection/database.ts'
import type { Sql } from '../../database/connection/sql.ts'
import type { Services } from '../services.ts'
import type { Handler } from './endpoint.ts'
import type { Refusal } from './errors.ts'
import type { Http } from './http.ts'
import { answerOnce, earlierOf, onceOf } from './idempotency.ts'
import { deniedOrAbsent, type Ids, isSeen, lockOf, otherIds } from './row.ts'
import { refuseStale } from './versions.ts'

type Asked = {
  parsed: { params: unknown; query: unknown; body: unknown }
  /** What is wrong with the body. */
  problem: Refusal | undefined
  hash: Buffer
  authenticated: (user: SessionUser | null) => SessionUser
  http: Http
  file: unknown
}

/** A handler in the transaction of its member. Refuses in this order: the session, the row in the address, the body, its version. */
export async function runAsMember(services: Services, handler: Handler, asked: Asked): Promise<unknown> {
  const { endpoint, on, under, before } = handler
  const { parsed, hash, http, file } = asked
  const params = parsed.params as { id?: number }
  const body = (parsed.body ?? {}) as Ids & { version?: number }
  const locks = on !== undefined && (endpoint.method === 'PATCH' || before !== undefined)
  const once = asked.problem ? undefined : onceOf(handler, http, parsed)
  const later: (() => Promise<unknown>)[] = []
  let me: SessionUser | undefined

  const work = async (tx: Tx, user: SessionUser, rows: object[][], commitWith: CommitWith) => {
    me = user
    const [locked = [], [stored] = []] = once ? rows.slice(1) : rows
    if (locks && locked.length === 0) throw new NoRow()
    const problem = asked.problem ?? otherIds(body, params, me)
    if (problem) throw under === undefined || (await isSeen(tx, under, params)) ? problem : new NoRow()
    if (stored) refuseStale(body.version, (stored as { version: number }).version)

    const afterwards = (tidy: () => Promise<unknown>) => void later.push(tidy)
    const request = { ...parsed, tx, me, http, services, file, before: stored, afterwards } as never
    const run = (commitWith: CommitWith) =>
      handler.statements ? runAll(tx, handler, handler.statements(request), commitWith) : handler.run(request)
    return once ? answerOnce(once, rows[0]?.[0], () => run(tx.json), commitWith) : run(commitWith)
  }
  const first = [...(once ? [earlierOf(once)] : []), ...(locks ? lockOf(handler, params) : [])]
  const answer = await services.db.withSession(hash, asked.authenticated, work, first).catch(async error => {
    // Asked after the transaction, which a last statement may have ended.
    throw error instanceof NoRow && on && me ? await deniedOrAbsent(services.db, on, me, params) : error
  })
  for (const tidy of later) await tidy().catch(error => http.log.error({ err: error }, 'could not tidy up'))
  return answer
}

/** A single statement takes the commit along. Several travel at once and run in order; without a row of the last one, none of them stands. */
async function runAll(tx: Tx, { endpoint }: Handler, statements: Sql | Sql[], commitWith: CommitWith) {
  const all = [statements].flat()
  const [last] = all.splice(-1)
  if (!last) throw new Error('A write without a statement.')
  const earlier = all.map(tx.run)
  const [answer] = await Promise.all([earlier.length > 0 ? tx.json(last) : commitWith(last), ...earlier])
  return endpoint.status === 204 ? undefined : answer
}
