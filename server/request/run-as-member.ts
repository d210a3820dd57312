import { type CommitWith, NoRow, type SessionUser, type Tx } from '../../database/connection/database.ts'
import type { Sql } from '../../database/connection/sql.ts'
import type { Services } from '../services.ts'
import type { Handler } from './endpoint.ts'
import type { Refusal } from './errors.ts'
import type { Http } from './http.ts'
import { idempotentCallOf, runIdempotently, selectEarlierAnswer } from './idempotency.ts'
import { forbiddenOrNotFound, type Ids, idMismatch, isVisible, lockOf } from './row.ts'
import { refuseStale } from './versions.ts'

type Prepared = {
  parsed: { params: unknown; query: unknown; body: unknown }
  /** A validation error of the body. */
  problem: Refusal | undefined
  hash: Buffer
  authenticated: (user: SessionUser | null) => SessionUser
  http: Http
  file: unknown
}

/** Runs a handler in a transaction of its member. Checks in this order: the session, the row in the URL, the body, its version. */
export async function runAsMember(services: Services, handler: Handler, prepared: Prepared): Promise<unknown> {
  const { endpoint, on, under, before } = handler
  const { parsed, hash, http, file } = prepared
  const params = parsed.params as { id?: number }
  const body = (parsed.body ?? {}) as Ids & { version?: number }
  const locks = on !== undefined && (endpoint.method === 'PATCH' || before !== undefined)
  const idempotent = prepared.problem ? undefined : idempotentCallOf(handler, http, parsed)
  const afterCommit: (() => Promise<unknown>)[] = []
  let me: SessionUser | undefined

  const work = async (tx: Tx, user: SessionUser, rows: object[][], commitWith: CommitWith) => {
    me = user
    const [locked = [], [stored] = []] = idempotent ? rows.slice(1) : rows
    if (locks && locked.length === 0) throw new NoRow()
    const problem = prepared.problem ?? idMismatch(body, params, me)
    if (problem) throw under === undefined || (await isVisible(tx, under, params)) ? problem : new NoRow()
    if (stored) refuseStale(body.version, (stored as { version: number }).version)

    const afterwards = (tidy: () => Promise<unknown>) => void afterCommit.push(tidy)
    const request = { ...parsed, tx, me, http, services, file, before: stored, afterwards } as never
    const run = (commitWith: CommitWith) =>
      handler.statements ? runAll(tx, handler, handler.statements(request), commitWith) : handler.run(request)
    return idempotent ? runIdempotently(idempotent, rows[0]?.[0], () => run(tx.json), commitWith) : run(commitWith)
  }
  const first = [...(idempotent ? [selectEarlierAnswer(idempotent)] : []), ...(locks ? lockOf(handler, params) : [])]
  const answer = await services.db.withSession(hash, prepared.authenticated, work, first).catch(async error => {
    // In a new transaction: commitWith may have ended this one.
    throw error instanceof NoRow && on && me ? await forbiddenOrNotFound(services.db, on, me, params) : error
  })
  for (const tidy of afterCommit)
    await tidy().catch(error => http.log.error({ err: error }, 'work after the commit failed'))
  return answer
}

/**
 * A single statement is sent together with the commit. Several are pipelined and run in order; if the last one returns no row, all are
 * rolled back.
 */
async function runAll(tx: Tx, { endpoint }: Handler, statements: Sql | Sql[], commitWith: CommitWith) {
  const all = [statements].flat()
  const [last] = all.splice(-1)
  if (!last) throw new Error('A write without a statement.')
  const earlier = all.map(tx.run)
  const [answer] = await Promise.all([earlier.length > 0 ? tx.json(last) : commitWith(last), ...earlier])
  return endpoint.status === 204 ? undefined : answer
}
