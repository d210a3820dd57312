import { sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { createProfile, getProfile } from './contract.ts'

/** Every column of the table is part of my own profile. */
export const profileJson = sql`to_json(profiles)`

const readMine = ({ tx, me }: Request<typeof getProfile>) =>
  tx.json(sql`select ${profileJson} from profiles where user_id = ${me.user_id} order by created_at desc limit 1`)

/** For an account that has lost or never got its profile. Its name: the registration name, else the email's first part. */
async function makeMine({ tx, me }: Request<typeof createProfile>) {
  const fullName = me.username || (me.email.split('@')[0] ?? '')
  await tx.run(
    sql`insert into profiles (user_id, full_name) values (${me.user_id}, ${fullName}) on conflict (user_id) do nothing`,
  )
  return readMine({ tx, me } as Request<typeof getProfile>)
}

export default [handle(getProfile, readMine), handle(createProfile, makeMine)]
