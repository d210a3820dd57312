import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Input } from '../../../contract/endpoint.ts'
import { ApiError, api, messageOf } from '../../../web/api/call.ts'
import { keyOf, queryClient } from '../../../web/api/query.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { getForMe } from '../../home/contract.ts'
import { getReasons, listPeopleForMe } from '../../matches/contract.ts'
import { countMembers, getMember, listMembers } from '../../members/contract.ts'
import { getProfile, type Profile, saveProfile } from '../contract.ts'

type Saved = Input<typeof saveProfile>

/** Missing texts are '' in the form. */
export type Values = Required<{
  [Field in keyof Omit<Saved, 'id' | 'user_id' | 'version'>]-?: NonNullable<Profile[Field & keyof Profile]>
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

export const labels: Record<keyof Values, string> = {
  full_name: 'Full Name',
  title: 'Title',
  bio: 'Bio',
  location: 'Location',
  company_name: 'Company Name',
  company_description: 'Company Description',
  company_website: 'Company Website',
  industry: 'Industry',
  stage: 'Stage',
  fundraising_status: 'Fundraising Status',
  needs: 'Looking For',
  can_help_with: 'Can Help With',
  contact_method: 'Preferred Contact Method',
  website: 'Personal Website',
  twitter_handle: 'Twitter',
  linkedin_url: 'LinkedIn',
  github: 'GitHub',
  email: 'Contact Email',
  email_visibility: 'Who sees your email',
  phone: 'Phone',
  phone_visibility: 'Who sees your phone',
}

function problemOf(error: unknown): string {
  const status = error instanceof ApiError && error.status
  if (status === 403)
    return 'This is not the profile of the member who is signed in here now. What you typed is still here.'
  // It says when to try again.
  if (status === 429) return messageOf(error)
  return 'There was a problem saving your profile.'
}

/** Keeps a draft until it is saved or discarded. Leaving with unsaved changes asks for confirmation. */
export function useProfileForm(profile: Profile | null, onDone: () => void) {
  const { user } = useAuth()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const mayLeave = useRef(false)

  const leave = () => {
    mayLeave.current = true
    onDone()
  }
  const form = useForm({
    typed: useTyped<Profile, Values>({
      name: 'profile',
      place: 'Your profile',
      row: profile,
      valuesOf: row => valuesOf(row, user?.user_metadata.username ?? '', user?.email ?? ''),
      read: () => api(getProfile),
      cachedIn: [getProfile],
    }),
    send: (values, { key }) => api(saveProfile, { ...(values as Saved), user_id: user?.id }, { key }),
    // Send the owner's user_id: if another member has signed in since, the server refuses the save.
    update: ({ user_id }, { changes, version }) => api(saveProfile, { ...(changes as Saved), version, user_id }),
    refresh: [listMembers, countMembers, getMember, listPeopleForMe, getReasons, getForMe],
    success: profile ? 'Profile updated' : 'Profile created',
    failure: error => ['Error saving profile', problemOf(error)],
    onSaved: saved => queryClient.setQueryData(keyOf(getProfile), saved),
    onDone: leave,
  })

  useBlocker({
    shouldBlockFn: async () => {
      if (!form.isChanged || mayLeave.current) return false
      const isConfirmed = await confirm({
        title: 'Leave without saving?',
        text: 'Your changes to your profile have not been saved.',
        confirm: 'Leave',
        cancel: 'Keep editing',
        danger: true,
      })
      if (isConfirmed) form.discard()
      return !isConfirmed
    },
    enableBeforeUnload: () => form.isChanged && !mayLeave.current,
  })

  return {
    ...form,
    cancel() {
      mayLeave.current = true
      form.discard()
      if (profile) onDone()
      else void navigate({ to: '/' })
    },
  }
}
