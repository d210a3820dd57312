import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { getMember, type MemberCard } from '../../members/contract.ts'

export type Target = { target_person: string; target_email: string }

/**
 * Whom to meet and where to write to them. A member who is chosen brings their email along, if they let members know it, and it leaves with
 * them: when another one is chosen, or another name is typed. What was typed into the email field itself stays.
 */
export function useTarget(values: Target, onChange: (change: Partial<Target>) => void, arrival?: Target) {
  const [chosen, setChosen] = useState<MemberCard | null>(null)
  const [isByHand, setByHand] = useState(values.target_email !== '' && values.target_person === '')
  const { data } = useApi(getMember, { id: chosen?.id ?? 0 }, { enabled: chosen !== null })
  const email = chosen && data?.id === chosen.id ? (data.email ?? '') : ''

  const bring = useEffectEvent((target_email: string) => {
    if (!isByHand && target_email !== values.target_email) onChange({ target_email })
  })
  useEffect(() => {
    if (chosen) bring(email)
  }, [chosen, email])

  const brought = chosen ? { target_person: chosen.full_name, target_email: email } : arrival
  const isAnother = (name: string) =>
    brought?.target_email && brought.target_email === values.target_email && !name.startsWith(brought.target_person)
  return {
    choose: setChosen,
    typeName(target_person: string) {
      if (!isAnother(target_person)) return onChange({ target_person })
      setChosen(null)
      onChange({ target_person, target_email: '' })
    },
    typeEmail(target_email: string) {
      setByHand(target_email !== '')
      onChange({ target_email })
    },
  }
}
