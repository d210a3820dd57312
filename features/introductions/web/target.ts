import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { getMember, type MemberCard } from '../../members/contract.ts'

export type Target = { target_person: string; target_email: string }

/**
 * The target person and their email. Choosing a member fills in their email, if members may see it; choosing another member or typing
 * another name clears it. An email typed by hand stays.
 */
export function useTarget(values: Target, onChange: (change: Partial<Target>) => void, arrival?: Target) {
  const [chosen, setChosen] = useState<MemberCard | null>(null)
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
  return {
    choose: setChosen,
    typeName(target_person: string) {
      if (!isAnotherName(target_person)) return onChange({ target_person })
      setChosen(null)
      onChange({ target_person, target_email: '' })
    },
    typeEmail(target_email: string) {
      setTypedEmail(target_email !== '')
      onChange({ target_email })
    },
  }
}
