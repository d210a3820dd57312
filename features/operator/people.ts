import type { Tx } from '../../database/connection/database.ts'
import { Problem } from '../../database/connection/problem.ts'
import { sql } from '../../database/connection/sql.ts'
import { readConfig } from '../../server/config.ts'
import { tellOwnerOfOperator } from '../../server/session/account-mail.ts'
import { revokeAccess } from '../../server/session/revoke-access.ts'

/** Account commands of the operator. They need the database owner's connection, in a transaction. */
type Account = {
  email: string
  full_name: string
  created_at: Date
  last_used_at: Date | null
  is_disabled: boolean
  has_second_factor: boolean
}

const MAX_ROWS = 100

export const listAccounts = (tx: Tx, wanted = '') =>
  tx.rows<Account>(sql`
    select u.email, coalesce(nullif(p.full_name, ''), u.username) as full_name, u.created_at,
      (select max(s.last_used_at) from sessions s where s.user_id = u.id) as last_used_at,
      u.disabled_at is not null as is_disabled, has_second_factor(u.id) as has_second_factor
    from users u left join profiles p on p.user_id = u.id
    where u.id <> former_member() and (u.email ilike '%' || ${wanted}::text || '%' or p.full_name ilike '%' || ${wanted} || '%')
    order by u.created_at desc limit ${MAX_ROWS}`)

async function accountOf(tx: Tx, email: string): Promise<string> {
  const found = await tx.maybe<{ id: string }>(
    sql`select id from users where lower(email) = lower(${email}) and id <> former_member() for no key update`,
  )
  if (!found) throw new Problem(`There is no account with the email '${email}'.`, 'List the accounts with `members`.')
  return found.id
}

const note = (tx: Tx, event: string, userId: string | null, details: object = {}) =>
  tx.run(sql`
    insert into audit_log (event, user_id, user_agent, details)
    values (${event}, ${userId}, 'operator', ${JSON.stringify(details)})`)

/** A trigger revokes all sessions and links. The member's content stays. */
export async function disable(tx: Tx, email: string): Promise<void> {
  const id = await accountOf(tx, email)
  await tx.run(sql`update users set disabled_at = coalesce(disabled_at, now()) where id = ${id}`)
  await note(tx, 'disabled by the operator', id)
}

export async function enable(tx: Tx, email: string): Promise<void> {
  const id = await accountOf(tx, email)
  await tx.run(sql`update users set disabled_at = null where id = ${id}`)
  await note(tx, 'enabled by the operator', id)
}

/** For a member who lost both the device and the recovery codes. The operator must verify who is asking. */
export async function removeFactors(tx: Tx, email: string): Promise<void> {
  const id = await accountOf(tx, email)
  await tx.run(sql`delete from factors where user_id = ${id}`)
  await tx.run(sql`delete from recovery_codes where user_id = ${id}`)
  await revokeAccess(tx, id)
  await note(tx, 'second factor removed by the operator', id)
  await tellOwnerOfOperator(tx, readConfig(process.env), id)
}

type Line = { at: Date; event: string; email: string | null; ip: string; details: object }

/** The latest lines of the audit log, oldest first, of all members or of one. */
export const readLog = (tx: Tx, email?: string) =>
  tx.rows<Line>(sql`
    select * from (
      select l.id, l.at, l.event, coalesce(u.email, l.user_id::text) as email, l.ip, l.details
      from audit_log l left join users u on u.id = l.user_id
      where ${email ?? null}::text is null or lower(u.email) = lower(${email ?? null})
      order by l.id desc limit ${MAX_ROWS}) latest order by id`)

export const noteHiding = (tx: Tx, event: string, kind: string, id: number) => note(tx, event, null, { kind, id })
