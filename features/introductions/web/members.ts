import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../../web/query.ts'
import { getMember, listMembers, type MemberCard } from '../../members/contract.ts'

const OFFERED = 6
const MOST_LETTERS = 100

/** Members whom this could name. Nobody while it is too short to say. */
export function useMembersNamed(text: string): MemberCard[] {
  const q = useDeferredValue(text.trim()).slice(0, MOST_LETTERS)
  const { data } = useApi(listMembers, { q, limit: OFFERED }, { enabled: q.length > 1, keepPrevious: true })
  return q.length > 1 ? (data ?? []) : []
}

/** Looks up where to write to the member that was chosen, if they let members know, and tells it once it is there. */
export function useChosenMember(tell: (email: string) => void): (member: MemberCard) => void {
  const [chosen, setChosen] = useState(0)
  const { data } = useApi(getMember, { id: chosen }, { enabled: chosen > 0 })
  const tellNow = useEffectEvent(tell)
  const email = data?.email
  useEffect(() => {
    if (email) tellNow(email)
  }, [email])
  return member => setChosen(member.id)
}

/** Whom the address already names: a member by id, or anybody by name and email. `key` tells two arrivals apart. */
export function useArrival(): { key: string; target_person: string; target_email: string } {
  const said: Record<string, string | undefined> = useSearch({ strict: false })
  const id = Number(said.member)
  const { data } = useApi(getMember, { id }, { enabled: id > 0 })
  return {
    key: said.member ?? said.target_person ?? '',
    target_person: data?.full_name ?? said.target_person ?? '',
    target_email: data?.email ?? said.target_email ?? '',
  }
}
