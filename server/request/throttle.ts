import { sql } from '../../database/connection/sql.ts'
import type { Services } from '../services.ts'
import { tooMany } from './errors.ts'
import type { Http } from './http.ts'
import { networkOf } from './network.ts'

/** Rate limit, shared by all processes: counts a request in the database, and throws a 429 above the limit. */
export async function throttle({ db }: Services, key: string, max: number, seconds: number): Promise<void> {
  const { wait } = await db.asSystem(tx =>
    tx.one<{ wait: number }>(sql`select throttle(${key}, ${max}, ${seconds}) as wait`),
  )
  if (wait > 0) throw tooMany(wait)
}

/** The same for requests without a session, by client network. */
export const throttleFrom = (
  services: Services,
  { ip }: Pick<Http, 'ip'>,
  what: string,
  max: number,
  seconds: number,
) => throttle(services, `${what}:${networkOf(ip)}`, max, seconds)

/** Offices and mail providers send the requests of many people from few addresses. No token can be guessed at this rate. */
const LINK_CHECKS_PER_HOUR = 3000

/** For a page that a link in a mail opens, and that only shows the question. */
export const throttleLinkCheck = (services: Services, http: Pick<Http, 'ip'>) =>
  throttleFrom(services, http, 'check-mail-link', LINK_CHECKS_PER_HOUR, 3600)
