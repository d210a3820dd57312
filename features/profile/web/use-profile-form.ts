import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Input } from '../../../contract/endpoint.ts'
import { keyOf, queryClient } from '../../../web/query.ts'
import { useSend } from '../../../web/send.ts'
import { useAuth } from '../../../web/session.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { useDraft } from '../../../web/use-draft.ts'
import { countMembers, getMember, listMembers } from '../../members/contract.ts'
import { getProfile, type Profile, saveProfile } from '../contract.ts'

/** The form holds text for every text: what is missing reads as ''. */
export type Values = Required<{
  [Field in keyof Omit<Input<typeof saveProfile>, 'id' | 'user_id'>]-?: NonNullable<Profile[Field & keyof Profile]>
}>

const valuesOf = (profile: Profile | null, name: string, email: string): Values => ({
  full_name: profile?.full_name ?? name,
  title: profile?.title ?? '',
  bio: profile?.bio ?? '',
  location: profile?.location ?? '',
  company_name: profile?.company_name ?? '',
  company_description: profile?.company_description ?? '',
  company_website: profile?.company_website ?? '',
  industry: profile?.industry ?? '',
  stage: profile?.stage ?? '',
  fundraising_status: profile?.fundraising_status ?? '',
  needs: profile?.needs ?? [],
  can_help_with: profile?.can_help_with ?? [],
  contact_method: profile?.contact_method ?? '',
  website: profile?.website ?? '',
  twitter_handle: profile?.twitter_handle ?? '',
  linkedin_url: profile?.linkedin_url ?? '',
  github: profile?.github ?? '',
  email: profile?.email ?? email,
  email_visibility: profile?.email_visibility ?? 'members',
  phone: profile?.phone ?? '',
  phone_visibility: profile?.phone_visibility ?? 'only me',
})

/** What is typed, kept until it is saved or given up on; leaving with something unsaved asks first. */
export function useProfileForm(profile: Profile | null, onDone: () => void) {
  const { user } = useAuth()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [stored] = useState(() => valuesOf(profile, user?.user_metadata.username ?? '', user?.email ?? ''))
  const [changes, setChanges, dropDraft] = useDraft<Partial<Values>>('profile', {})
  const values: Values = { ...stored, ...changes }
  const isDirty = JSON.stringify(values) !== JSON.stringify(stored)
  const mayLeave = useRef(false)

  useBlocker({
    shouldBlockFn: async () => {
      if (!isDirty || mayLeave.current) return false
      const leaves = await confirm({
        title: 'Leave without saving?',
        text: 'Your changes to your profile have not been saved.',
        confirm: 'Leave',
        cancel: 'Keep editing',
        danger: true,
      })
      if (leaves) dropDraft()
      return !leaves
    },
    enableBeforeUnload: () => isDirty && !mayLeave.current,
  })

  const finish = (leave: () => void) => {
    mayLeave.current = true
    dropDraft()
    leave()
  }
  const { send, busy, fields } = useSend(saveProfile, {
    refresh: [listMembers, countMembers, getMember],
    success: profile ? 'Profile updated' : 'Profile created',
    failure: ['Error saving profile', 'There was a problem saving your profile.'],
    onSuccess: saved => {
      queryClient.setQueryData(keyOf(getProfile), saved)
      finish(onDone)
    },
  })

  return {
    values,
    fields,
    busy,
    change: (next: Partial<Values>) => setChanges({ ...changes, ...next }),
    save: () => send(values as Input<typeof saveProfile>),
    cancel: () => finish(profile ? onDone : () => void navigate({ to: '/' })),
  }
}
