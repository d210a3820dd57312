import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Http } from '../request/http.ts'

/** Adds an entry to the append-only audit log: the event, the account, the client. Never a token, password or message. */
export const audit = (
  tx: Tx,
  event: string,
  userId: string | null,
  http: Pick<Http, 'ip' | 'userAgent'>,
  details: object = {},
) =>
  tx.run(sql`
    insert into audit_log (event, user_id, ip, user_agent, details)
    values (${event}, ${userId}, ${http.ip}, ${http.userAgent}, ${JSON.stringify(details)})`)
