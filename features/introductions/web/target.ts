import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import type { Offered } from '../../../web/ui/namesakes.ts'
import { getMember } from '../../members/contract.ts'

export type Target = {
  target_person: string
  target_email: string
  /** The member who was picked: they are told. Null for a typed name. */
  target_profile_id: number | null
}

/**
 * The target person and their email. Choosing a member fills in their email, if members may see it; choosing another member or typing
 * another name clears it. An email typed by hand stays.
 */
export function useTarget(values: Target, onChange: (change: Partial<Target>) => void, arrival?: Target) {
  const [chosen, setChosen] = useState<Offered | null>(null)
  // Choosing also types the name, in the same event: by then the state is not up to date.
  const latest = useRef<Offered>(null)
  const [isTypedEmail, setTypedEmail] = useState(values.target_email !== '' && values.target_person === '')
  const { data } = useApi(getMember, { id: chosen?.id ?? 0 }, { enabled: chosen !== null })
  const email = chosen && data?.id === chosen.id ? (data.email ?? '') : ''

  const fillIn = useEffectEvent((target_email: string) => {
    if (!isTypedEmail && target_email !== values.target_email) onChange({ target_email })
  })
  useEffect(() => {
    if (chosen) fillIn(email)
  }, [chosen, email])

  const filledIn = chosen ? { target_person: chosen.full_name, target_email: email } : arrival
  const isAnotherName = (name: string) =>
    filledIn?.target_email && filledIn.target_email === values.target_email && !name.startsWith(filledIn.target_person)
  const memberNamed = (name: string) => {
    if (latest.current?.full_name === name) return latest.current.id
    return arrival && arrival.target_person === name ? arrival.target_profile_id : null
  }
  return {
    choose(member: Offered) {
      latest.current = member
      setChosen(member)
      onChange({ target_profile_id: member.id })
    },
    typeName(target_person: string) {
      const target_profile_id = memberNamed(target_person)
      if (!isAnotherName(target_person)) return onChange({ target_person, target_profile_id })
      setChosen(null)
      onChange({ target_person, target_profile_id, target_email: '' })
    },
    typeEmail(target_email: string) {
      setTypedEmail(target_email !== '')
      onChange({ target_email })
    },
  }
}
