import { useEffect, useState } from 'react'
import type { Input } from '../../../contract/endpoint.ts'
import { api, fieldsOf } from '../../../web/api/call.ts'
import { keyOf, queryClient, useApi } from '../../../web/api/query.ts'
import { useDraft } from '../../../web/form/use-draft.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { getReasons, listPeopleForMe, listPeopleToMeet } from '../../matches/contract.ts'
import { countMembers, getMember, listMembers } from '../../members/contract.ts'
import { getProfile, type Profile, saveProfile } from '../../profile/contract.ts'
import { getForMe, getHome } from '../contract.ts'
import { noteAsked, useWelcomeDone } from './note-welcome.ts'
import { DRAFT, type WelcomeProps } from './welcome.ts'

export type Answers = { company_name: string; needs: string[]; can_help_with: string[] }

const answersOf = (profile: Profile | null): Answers => ({
  company_name: profile?.company_name ?? '',
  needs: profile?.needs ?? [],
  can_help_with: profile?.can_help_with ?? [],
})

/** The answers are saved in the profile, all at once after the last question. */
export function useWelcomeForm(profile: Profile, onAsked: WelcomeProps['onAsked']) {
  const noted = useApi(getHome).data?.welcome
  useEffect(() => {
    if (noted === null) void noteAsked()
  }, [noted])
  const place = 'Your first answers'
  const kept = useDraft<number>(`${DRAFT}-question`, { place, classify: () => 'current' })
  const form = useForm({
    typed: useTyped<Profile, Answers>({
      name: DRAFT,
      place,
      row: profile,
      valuesOf: answersOf,
      read: () => api(getProfile),
      cachedIn: [getProfile],
    }),
    // With the owner's user_id, as in the form of the profile: if another member has signed in since, the server refuses the save.
    update: ({ user_id }, { changes, version }) =>
      api(saveProfile, { ...(changes as Input<typeof saveProfile>), version, user_id }),
    refresh: [listMembers, countMembers, getMember, listPeopleForMe, listPeopleToMeet, getReasons, getForMe],
    success: 'Profile updated',
    failure: 'Your answers were not saved',
    onSaved: saved => queryClient.setQueryData(keyOf(getProfile), saved),
    onDone(saved) {
      kept.drop()
      if (saved) onAsked('answered')
      else skip.finish()
    },
    onFailure: error => void (fieldsOf(error).company_name && goTo(0)),
  })
  /** The number of the question that is shown: the same after a reload, if there are answers. */
  const [at, setAt] = useState((form.isChanged && kept.draft) || 0)
  function goTo(to: number): void {
    setAt(to)
    if (form.isChanged) kept.keep(to)
    else kept.drop()
  }
  const skip = useWelcomeDone(() => {
    form.discard()
    kept.drop()
    onAsked('skipped')
  })
  return { form, skip, at, goTo, saved: answersOf(profile) }
}
