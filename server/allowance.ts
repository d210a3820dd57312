import type { Allowance, Entry } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Handler, House } from './endpoint.ts'
import { tooMany } from './errors.ts'

/** What a request counts against; reading is free. */
export function allowanceOf({ config: { limits } }: House, handler: Handler): Allowance | undefined {
  if (handler.endpoint.method === 'GET') return undefined
  return handler.upload
    ? { what: 'upload', most: limits.uploadsPerHour, seconds: 3600 }
    : { what: 'write', most: limits.writesPerMinute, seconds: 60 }
}

export function mustNotWait(wait: number): void {
  if (wait > 0) throw tooMany(wait)
}

/** Looks the session up and counts the request, for a handler that is given no transaction. One that fails counts too. */
export async function enterAsServer(house: House, handler: Handler, hash: Buffer): Promise<Entry | null> {
  const allowance = allowanceOf(house, handler)
  const { entry, wait } = await house.db.asSystem(async tx => {
    const entry = await tx.maybe<Entry>(sql`select * from enter(${hash})`)
    if (!allowance) return { entry, wait: 0 }
    const { what, most, seconds } = allowance
    const counted = await tx.maybe<{ wait: number }>(sql`
      select throttle(${`${what}:`} || allowance_of(sessions), ${most}, ${seconds}) as wait from sessions where token_hash = ${hash}`)
    return { entry, wait: counted?.wait ?? 0 }
  })
  mustNotWait(wait)
  return entry
}
