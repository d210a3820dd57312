import { useApi } from '../../../web/api/query.ts'
import { useAuth } from '../../../web/session/session.tsx'
import type { Profile } from '../../profile/own-contract.ts'
import { getHome, type Welcome } from '../contract.ts'

/** Whoever has given one of these answers, on Home or in the profile, is not asked. */
function welcomeStep(profile: Profile, noted: Welcome | null): 'questions' | 'people' | null {
  if (noted === 'done') return null
  const hasAnswered =
    profile.company_name !== '' || profile.needs.length > 0 || (profile.can_help_with ?? []).length > 0
  if (!hasAnswered) return 'questions'
  return noted === 'asked' ? 'people' : null
}

/** What Home shows to a new member, above all else. Null: nothing, or not known yet. */
export function useWelcomeStep() {
  const { profile } = useAuth()
  const { data: home } = useApi(getHome)
  return profile && home ? welcomeStep(profile, home.welcome) : null
}

/** The name of the draft of the answers. */
export const DRAFT = 'welcome'

/** What this tab has done with the questions. */
export type Phase = 'asking' | 'answered' | 'skipped'
export type WelcomeProps = { profile: Profile; phase: Phase | null; onAsked: (phase: Phase) => void }
