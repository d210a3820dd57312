import type { Entry } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Handler, House } from './endpoint.ts'
import { tooMany } from './errors.ts'

/**
 * Counts a write before anything else is done for it, so that one that fails counts too. Where the handler will not be given
 * a transaction, this one also looks the session up.
 */
export async function countWrite(
  { db, config: { limits } }: House,
  method: string,
  hash: Buffer,
  handler: Handler,
): Promise<Entry | null> {
  if (method === 'GET' && !handler.isAsServer) return null
  const [kind, most, seconds] = handler.upload
    ? ['upload', limits.uploadsPerHour, 3600]
    : ['write', limits.writesPerMinute, 60]
  const { entry, wait } = await db.asSystem(async tx => {
    const entry = handler.isAsServer ? await tx.maybe<Entry>(sql`select * from enter(${hash})`) : null
    if (method === 'GET') return { entry, wait: 0 }
    const counted = await tx.maybe<{ wait: number }>(sql`
      select throttle(${`${kind}:`} || user_id, ${most}, ${seconds}) as wait from sessions where token_hash = ${hash}`)
    return { entry, wait: counted?.wait ?? 0 }
  })
  if (wait > 0) throw tooMany(wait)
  return entry
}
