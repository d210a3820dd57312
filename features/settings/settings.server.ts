import { sql } from '../../database/connection/sql.ts'
import { type AccountRequest, handleAsServer } from '../../server/request/endpoint.ts'
import { notFound } from '../../server/request/errors.ts'
import { throttle } from '../../server/request/throttle.ts'
import { tellOwner } from '../../server/session/account-mail.ts'
import { audit } from '../../server/session/audit.ts'
import { beginSession } from '../../server/session/begin-session.ts'
import { refuseGuessable } from '../../server/session/guessable.ts'
import { hashPassword } from '../../server/session/passwords.ts'
import { lockAccount } from '../../server/session/revoke-access.ts'
import { askForProof } from '../../server/session/session.ts'
import { changePassword, endOneSession, listSessions } from './contract.ts'
import email from './email.server.ts'
import leaving from './leaving.server.ts'

const listMine = ({ me, services }: AccountRequest<typeof listSessions>) =>
  services.db.asSystem(tx =>
    tx.json(sql`
      select coalesce(json_agg(json_build_object('id', id, 'is_current', id = ${me.session_id}, 'aal', aal, 'ip', ip,
          'user_agent', user_agent, 'created_at', created_at, 'last_used_at', last_used_at)
          order by id = ${me.session_id} desc, last_used_at desc), '[]')
        from (select s.* from sessions s join users u on u.id = s.user_id where u.id = ${me.user_id} and is_valid(s, u)) open`),
  )

const endOne = ({ params, me, http, services }: AccountRequest<typeof endOneSession>) =>
  services.db.asSystem(async tx => {
    const count = await tx.run(sql`delete from sessions where id = ${params.id} and user_id = ${me.user_id}`)
    if (!count) throw notFound('This session')
    await audit(tx, 'session ended', me.user_id, http)
  })

async function setPassword({ body, me, http, services }: AccountRequest<typeof changePassword>) {
  askForProof(me)
  // Throttled because each change sends a mail.
  await throttle(services, `password:${me.user_id}`, services.config.limits.resetPerHour, 3600)
  const profile = await services.db.asSystem(tx =>
    tx.maybe<{ full_name: string }>(
      sql`select coalesce(full_name, '') as full_name from profiles where user_id = ${me.user_id}`,
    ),
  )
  refuseGuessable(body.password, {
    communityName: services.config.communityName,
    names: [me.username, profile?.full_name ?? ''],
    email: me.email,
  })
  const password = await hashPassword(body.password)
  return services.db.asSystem(async tx => {
    await lockAccount(tx, me)
    await tx.run(sql`update users set password_hash = ${password} where id = ${me.user_id}`)
    await audit(tx, 'password changed', me.user_id, http)
    await tellOwner(tx, services, http, me.user_id, 'password changed')
    return beginSession(tx, services, http, me.user_id, { aal: me.aal, factorProvedAt: me.factor_proved_at })
  })
}

export default [
  handleAsServer(listSessions, listMine),
  handleAsServer(endOneSession, endOne),
  handleAsServer(changePassword, setPassword),
  ...email,
  ...leaving,
]
