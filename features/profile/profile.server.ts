import type { Job } from '../../server/jobs/job.ts'
import { handle, type Request, read } from '../../server/request/endpoint.ts'
import { refuseStale } from '../../server/request/versions.ts'
import avatar from './avatar.server.ts'
import { createProfile, getProfile, saveProfile } from './contract.ts'
import { lockMine, makeMine, mine, saveContact, store, versionOfMine } from './mine.ts'
import { updateSearchTexts, type Written } from './search-texts.ts'

/** For an account without a profile. Not a write(): the contact is made only if this request made the profile. */
async function create({ tx, me }: Request<typeof createProfile>) {
  await makeMine(tx, me)
  return tx.json(mine)
}

/** Not a write(): the row that it locks may have to be made first. */
async function save({ tx, me, body }: Request<typeof saveProfile>) {
  const { id, user_id, version, email, email_visibility, phone, phone_visibility, ...changes } = body
  if (me.profile_id === null) await makeMine(tx, me)
  const before = await lockMine(tx)
  if (version !== undefined) refuseStale(version, (await versionOfMine(tx)).version)
  await store(tx, before, changes)

  await saveContact(tx, before.id, 'email', {
    value: email,
    visibility: email_visibility,
    defaultVisibility: 'members',
  })
  await saveContact(tx, before.id, 'phone', {
    value: phone,
    visibility: phone_visibility,
    defaultVisibility: 'only me',
  })
  return tx.json(mine)
}

export const jobs: Job[] = [
  { queue: 'search_texts', run: ({ db, signal }, data) => updateSearchTexts(db, data as Written, signal) },
]

export default [
  read(getProfile, () => mine),
  handle(createProfile, create),
  // A new name, or new needs, changes every topic and request of the member, since search finds them by these.
  handle(saveProfile, save, { hourly: { what: 'profile', max: 'profileSavesPerHour' } }),
  ...avatar,
]
