import { Readable } from 'node:stream'
import type { SessionUser } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { type AccountRequest, Bytes, handleAsServer } from '../../server/request/endpoint.ts'
import { authenticationRequired, Refusal } from '../../server/request/errors.ts'
import { throttle } from '../../server/request/throttle.ts'
import type { Services } from '../../server/services.ts'
import { audit } from '../../server/session/audit.ts'
import { forgetCookie } from '../../server/session/begin-session.ts'
import { isPassword } from '../../server/session/passwords.ts'
import { lockAccount } from '../../server/session/revoke-access.ts'
import { askForFactorProof, askForProof } from '../../server/session/session.ts'
import { pictureFiles } from '../profile/contract.ts'
import { deleteAccount, exportAccount } from './contract.ts'
import * as mine from './mine.ts'
import { type ZipEntry, zipped } from './zip.ts'

async function exportMine({ me, http, services }: AccountRequest<typeof exportAccount>) {
  askForProof(me)
  await throttle(services, `export:${me.user_id}`, 10, 3600)
  const { db } = services
  const content = await db.asMember(me, tx => tx.json(sql`select ${mine.jsonObject(mine.content)}`))
  const account = await db.asSystem(async tx => {
    await audit(tx, 'data exported', me.user_id, http)
    return tx.json(sql`select ${mine.jsonObject(mine.account(me.user_id))}`)
  })
  const everything = { ...JSON.parse(account.text), ...JSON.parse(content.text) }
  const data = Buffer.from(`${JSON.stringify(everything, null, 2)}\n`)
  const entries = [
    { name: 'data.json', isCompressed: false, open: async () => Readable.from([data]) },
    ...(await filesOf(services, me)),
  ]
  return new Bytes(zipped(entries), {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="my-data.zip"',
  })
}

async function filesOf({ db, files }: Services, me: SessionUser): Promise<ZipEntry[]> {
  const { avatar_url, shared } = await db.asMember(me, async tx => ({
    ...(await tx.maybe<{ avatar_url: string | null }>(sql`select avatar_url from profiles where user_id = me()`)),
    shared: await tx.rows<{ stored: string; name: string }>(mine.files),
  }))
  const [picture] = pictureFiles(avatar_url ?? null)
  const all = [...(picture ? [{ stored: picture, name: 'files/profile-picture.webp' }] : []), ...shared]
  return all.map(({ stored, name }) => ({
    name,
    isCompressed: true,
    open: async () => (await files.get(stored))?.stream ?? null,
  }))
}

async function leave({ body, me, http, services }: AccountRequest<typeof deleteAccount>) {
  // Wrong passwords count with those given as proof.
  await throttle(services, `prove:${me.session_id}`, 10, 600)
  const { db, files } = services
  const account = await db.asSystem(tx =>
    tx.one<{ password_hash: string | null }>(sql`select password_hash from users where id = ${me.user_id}`),
  )
  if (!(await isPassword(account.password_hash, body.password))) {
    await db.asSystem(tx => audit(tx, 'account deletion refused', me.user_id, http))
    throw new Refusal(400, 'This password is not right.', { fields: { password: 'This password is not right.' } })
  }
  // After the password, so that a wrong one is refused in its own field. It is the proof of the password, however old the last one is.
  askForFactorProof(me)
  const deleted = await db.asSystem(async tx => {
    await lockAccount(tx, me)
    const row = await tx.maybe<{ avatar_url: string | null }>(
      sql`select avatar_url from delete_account(${me.user_id}, ${body.content})`,
    )
    if (!row) throw authenticationRequired()
    await audit(tx, 'account deleted', me.user_id, http, { content: body.content })
    return row
  })
  forgetCookie(services, http)
  await Promise.all(pictureFiles(deleted.avatar_url).map(name => files.remove(name))).catch(error =>
    http.log.error({ err: error }, 'could not remove the picture of a deleted account'),
  )
}

export default [handleAsServer(exportAccount, exportMine, { sendsFile: true }), handleAsServer(deleteAccount, leave)]
