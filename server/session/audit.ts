import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Http } from '../request/http.ts'

/** One line of the append-only log: who did what to an account, from where. Never a token, password or message. */
export const audit = (
  tx: Tx,
  event: string,
  who: string | null,
  http: Pick<Http, 'ip' | 'userAgent'>,
  details: object = {},
) =>
  tx.run(sql`
    insert into audit_log (event, user_id, ip, user_agent, details)
    values (${event}, ${who}, ${http.ip}, ${http.userAgent}, ${JSON.stringify(details)})`)
