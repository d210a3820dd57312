import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { getInvestor } from '../../investors/contract.ts'
import { getMember } from '../../members/contract.ts'
import type { Candidate } from './candidates.ts'

/** At most one of the ids is set. Both are null for a typed name. */
type Picked = {
  /** The member who was picked: they are told. */
  target_profile_id: number | null
  target_investor_id: number | null
}
export type Target = Picked & { target_person: string; target_email: string }

const NOBODY: Picked = { target_profile_id: null, target_investor_id: null }
const idsOf = ({ kind, id }: Candidate): Picked =>
  kind === 'member' ? { ...NOBODY, target_profile_id: id } : { ...NOBODY, target_investor_id: id }

/**
 * The target person and their email. Choosing a member or an investor fills in their email, if members may see it; choosing another one
 * or typing another name clears it. An email typed by hand stays. `stored`: the target of the edited request.
 */
export function useTarget(
  values: Target,
  onChange: (change: Partial<Target>) => void,
  { arrival, stored }: { arrival?: Target; stored?: Target },
) {
  const [chosen, setChosen] = useState<Candidate | null>(null)
  // Choosing also types the name, in the same event: by then the state is not up to date.
  const latest = useRef<Candidate>(null)
  // Typing the name of the former link must not link it again.
  const wasUnlinked = useRef(false)
  const [isTypedEmail, setTypedEmail] = useState(values.target_email !== '' && values.target_person === '')
  const email = useEmailOf(chosen)

  const fillIn = useEffectEvent((target_email: string) => {
    if (!isTypedEmail && target_email !== values.target_email) onChange({ target_email })
  })
  useEffect(() => {
    if (chosen) fillIn(email)
  }, [chosen, email])

  const filledIn = chosen ? { target_person: chosen.name, target_email: email } : arrival
  const isAnotherName = (name: string) =>
    filledIn?.target_email && filledIn.target_email === values.target_email && !name.startsWith(filledIn.target_person)
  const idsNamed = (name: string): Picked => {
    if (latest.current?.name === name) return idsOf(latest.current)
    const known = !wasUnlinked.current && [arrival, stored].find(target => target?.target_person === name)
    return known ? { target_profile_id: known.target_profile_id, target_investor_id: known.target_investor_id } : NOBODY
  }
  return {
    choose(candidate: Candidate) {
      latest.current = candidate
      setChosen(candidate)
      onChange(idsOf(candidate))
    },
    /** The name and the email stay. */
    unlink() {
      latest.current = null
      wasUnlinked.current = true
      setChosen(null)
      onChange(NOBODY)
    },
    typeName(target_person: string) {
      const ids = idsNamed(target_person)
      if (!isAnotherName(target_person)) return onChange({ target_person, ...ids })
      setChosen(null)
      onChange({ target_person, ...ids, target_email: '' })
    },
    typeEmail(target_email: string) {
      setTypedEmail(target_email !== '')
      onChange({ target_email })
    },
  }
}

function useEmailOf(chosen: Candidate | null): string {
  const id = chosen?.id ?? 0
  const member = useApi(getMember, { id }, { enabled: chosen?.kind === 'member' }).data
  const investor = useApi(getInvestor, { id }, { enabled: chosen?.kind === 'investor' }).data
  const found = chosen?.kind === 'member' ? member : investor
  return chosen && found?.id === chosen.id ? (found.email ?? '') : ''
}
