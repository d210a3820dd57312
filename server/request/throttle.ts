import { sql } from '../../database/connection/sql.ts'
import type { Services } from '../services.ts'
import { tooMany } from './errors.ts'
import type { Http } from './http.ts'
import { networkOf } from './network.ts'

/** Counts one more try; past the limit it answers 429 with the time to wait. Counted in the database, so all processes share it. */
export async function throttle({ db }: Services, key: string, most: number, seconds: number): Promise<void> {
  const { wait } = await db.asSystem(tx =>
    tx.one<{ wait: number }>(sql`select throttle(${key}, ${most}, ${seconds}) as wait`),
  )
  if (wait > 0) throw tooMany(wait)
}

/** The same for whoever is not known yet: counted by where they come from. */
export const throttleFrom = (
  services: Services,
  { ip }: Pick<Http, 'ip'>,
  what: string,
  most: number,
  seconds: number,
) => throttle(services, `${what}:${networkOf(ip)}`, most, seconds)
