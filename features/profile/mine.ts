import { completionOf } from '../../contract/completion.ts'
import type { SessionUser, Tx } from '../../database/connection/database.ts'
import { setGiven, sql } from '../../database/connection/sql.ts'
import type { Changes } from './contract.ts'

/** Sum of the versions of the profile `p` and its contacts. Contacts are never deleted, so it only increases. */
const version = sql`(p.version + (select coalesce(sum(c.version), 0) from profile_contacts c where c.profile_id = p.id))::integer`

/** All columns except internal ones (search text, version), and my contacts with their visibility. */
export const mine = sql`
  select as_saved(p) || jsonb_build_object(
    'email', coalesce(email.value, ''), 'email_visibility', coalesce(email.visibility, 'members'),
    'phone', coalesce(phone.value, ''), 'phone_visibility', coalesce(phone.visibility, 'only me'), 'version', ${version})
  from profiles p
  left join profile_contacts email on email.profile_id = p.id and email.kind = 'email'
  left join profile_contacts phone on phone.profile_id = p.id and phone.kind = 'phone'
  where p.user_id = me() order by p.created_at desc limit 1`

/** Creates the missing profile of an account, with its username and its email as contact. */
export async function makeMine(tx: Tx, me: SessionUser): Promise<void> {
  const fullName = me.username || (me.email.split('@')[0] ?? '')
  const created = await tx.maybe<{ id: number }>(sql`
    insert into profiles (user_id, full_name) values (${me.user_id}, ${fullName}) on conflict (user_id) do nothing returning id`)
  if (created) await saveContact(tx, created.id, 'email', { value: me.email, defaultVisibility: 'members' })
}

export type Stored = Omit<Changes, 'email' | 'email_visibility' | 'phone' | 'phone_visibility'> & {
  id: number
  avatar_url: string | null
}

/**
 * Locks my row until the end of the transaction, so that two concurrent saves do not overwrite each other. `no key` still allows
 * concurrent inserts of rows that reference it, such as a topic.
 */
export const lockMine = (tx: Tx): Promise<Stored> =>
  tx.one<Stored>(sql`select * from profiles where user_id = me() for no key update`)

/** Call while my row is locked. */
export const versionOfMine = (tx: Tx) =>
  tx.one<{ version: number }>(sql`select ${version} as version from profiles p where user_id = me()`)

const columns = [
  'full_name',
  'title',
  'bio',
  'location',
  'company_name',
  'company_description',
  'company_website',
  'industry',
  'stage',
  'fundraising_status',
  'needs',
  'can_help_with',
  'contact_method',
  'website',
  'twitter_handle',
  'linkedin_url',
  'github',
  'avatar_url',
  'completion_percentage',
] as const

/**
 * Updates my locked row `before`. Does nothing if only contacts change: the completion percentage is public and 0 until the first save,
 * and must not reveal a change of hidden contacts.
 */
export async function store(tx: Tx, before: Stored, changes: Partial<Omit<Stored, 'id'>>): Promise<void> {
  if (Object.values(changes).some(value => value !== undefined)) await tx.run(updateOf(before, changes))
}

export const updateOf = (before: Stored, changes: Partial<Omit<Stored, 'id'>>) => {
  const given = { ...changes, completion_percentage: completionOf({ ...before, ...changes }) }
  return sql`update profiles set ${setGiven(columns, given)} where id = ${before.id}`
}

type Contact = { value?: string; visibility?: string; defaultVisibility: 'members' | 'only me' }

/** Omitted values stay unchanged. Does not create a row for an empty contact. */
export async function saveContact(
  tx: Tx,
  profile: number,
  kind: 'email' | 'phone',
  { value, visibility, defaultVisibility }: Contact,
) {
  if (value === undefined && visibility === undefined) return
  await tx.run(sql`
    insert into profile_contacts as c (profile_id, kind, value, visibility)
    select ${profile}, ${kind}, ${value ?? ''}, ${visibility ?? defaultVisibility}
    where ${Boolean(value) || (visibility ?? defaultVisibility) !== defaultVisibility}
      or exists (select from profile_contacts where profile_id = ${profile} and kind = ${kind})
    on conflict (profile_id, kind) do update
      set value = coalesce(${value}, c.value), visibility = coalesce(${visibility}, c.visibility)`)
}
