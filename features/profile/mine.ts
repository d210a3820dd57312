import { completionOf } from '../../contract/completion.ts'
import type { Entry, Tx } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Changes } from './contract.ts'

/** Every column of the table but what search and directory keep there for themselves, and my contacts with who may see them. */
export const mine = sql`
  select as_saved(p) || jsonb_build_object(
    'email', coalesce(email.value, ''), 'email_visibility', coalesce(email.visibility, 'members'),
    'phone', coalesce(phone.value, ''), 'phone_visibility', coalesce(phone.visibility, 'only me'))
  from profiles p
  left join profile_contacts email on email.profile_id = p.id and email.kind = 'email'
  left join profile_contacts phone on phone.profile_id = p.id and phone.kind = 'phone'
  where p.user_id = me() order by p.created_at desc limit 1`

/** Makes the profile of an account that has none, with its name and the account's email as contact. */
export async function makeMine(tx: Tx, me: Entry): Promise<void> {
  const fullName = me.username || (me.email.split('@')[0] ?? '')
  const made = await tx.maybe<{ id: number }>(sql`
    insert into profiles (user_id, full_name) values (${me.user_id}, ${fullName}) on conflict (user_id) do nothing returning id`)
  if (made) await saveContact(tx, made.id, 'email', { value: me.email, unset: 'members' })
}

export type Stored = Omit<Changes, 'email' | 'email_visibility' | 'phone' | 'phone_visibility'> & {
  id: number
  avatar_url: string | null
}

/** My row, held until the end of the transaction: of two saves at once neither computes with what the other is changing. */
export const holdMine = (tx: Tx): Promise<Stored> =>
  tx.one<Stored>(sql`select * from profiles where user_id = me() for update`)

export const store = (tx: Tx, p: Stored): Promise<number> =>
  tx.run(sql`
    update profiles set full_name = ${p.full_name}, title = ${p.title}, bio = ${p.bio}, location = ${p.location},
      company_name = ${p.company_name}, company_description = ${p.company_description}, company_website = ${p.company_website},
      industry = ${p.industry}, stage = ${p.stage}, fundraising_status = ${p.fundraising_status}, needs = ${p.needs},
      can_help_with = ${p.can_help_with}, contact_method = ${p.contact_method}, website = ${p.website},
      twitter_handle = ${p.twitter_handle}, linkedin_url = ${p.linkedin_url}, github = ${p.github}, avatar_url = ${p.avatar_url},
      completion_percentage = ${completionOf(p)}, updated_at = now()
    where id = ${p.id}`)

type Contact = { value?: string; visibility?: string; unset: 'members' | 'only me' }

/** What is not given stays as it is. */
export async function saveContact(
  tx: Tx,
  profile: number,
  kind: 'email' | 'phone',
  { value, visibility, unset }: Contact,
) {
  if (value === undefined && visibility === undefined) return
  await tx.run(sql`
    insert into profile_contacts as c (profile_id, kind, value, visibility)
    values (${profile}, ${kind}, ${value ?? ''}, ${visibility ?? unset})
    on conflict (profile_id, kind) do update
      set value = coalesce(${value}, c.value), visibility = coalesce(${visibility}, c.visibility)`)
}
