import { sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { notAllowed } from '../../server/errors.ts'
import avatar from './avatar.server.ts'
import { createProfile, getProfile, saveProfile } from './contract.ts'
import { holdMine, makeMine, readMine, setContact, store } from './mine.ts'

const read = ({ tx, me }: Request<typeof getProfile>) => readMine(tx, me)

/** For an account that has lost or never got its profile. */
async function create({ tx, me }: Request<typeof createProfile>) {
  await makeMine(tx, me)
  return readMine(tx, me)
}

async function save({ tx, me, body }: Request<typeof saveProfile>) {
  const { id, user_id, email, email_visibility, phone, phone_visibility, ...changes } = body
  if (user_id !== undefined && user_id !== me.user_id) throw notAllowed()
  if (me.profile_id === null) await makeMine(tx, me)
  const mine = await holdMine(tx, me)
  if (id !== undefined && id !== mine.id) throw notAllowed()
  await store(tx, { ...mine, ...changes })

  const contacts = { email: [email, email_visibility], phone: [phone, phone_visibility] } as const
  for (const [kind, [value, visibility]] of Object.entries(contacts)) {
    if (value === undefined && visibility === undefined) continue
    const before = await tx.maybe<{ value: string; visibility: string }>(
      sql`select value, visibility from profile_contacts where profile_id = ${mine.id} and kind = ${kind}`,
    )
    const unset = kind === 'email' ? 'members' : 'only me'
    await setContact(
      tx,
      mine.id,
      kind as 'email' | 'phone',
      value ?? before?.value ?? '',
      visibility ?? before?.visibility ?? unset,
    )
  }
  return readMine(tx, me)
}

export default [handle(getProfile, read), handle(createProfile, create), handle(saveProfile, save), ...avatar]
