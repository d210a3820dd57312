import { useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { searchOf } from '../../../contract/text.ts'
import { useApi } from '../../../web/query.ts'
import { useAuth } from '../../../web/session.tsx'
import { findMembers, getMember, listMembers, type MemberCard } from '../../members/contract.ts'

const OFFERED = 6

/** Other members whom this could name. Where nobody is called so, what the directory finds: by a company, or with a slip forgiven. */
export function useMembersNamed(text: string): MemberCard[] {
  const { profile } = useAuth()
  const q = searchOf(useDeferredValue(text))
  const isLongEnough = q.length > 1
  const named = useApi(findMembers, { q, limit: OFFERED }, { enabled: isLongEnough, keepPrevious: true })
  const isNobody = named.data?.length === 0 && !named.isPlaceholderData
  const listed = useApi(listMembers, { q, limit: OFFERED + 1 }, { enabled: isLongEnough && isNobody })
  if (!isLongEnough) return []
  const found = (isNobody ? listed.data : named.data) ?? []
  return found.filter(member => member.id !== profile?.id).slice(0, OFFERED)
}

/** What stands under a name: what they do and where, and for namesakes the place as well. */
export function about(member: MemberCard, among: MemberCard[]): string {
  const work = [member.title, member.company_name].filter(Boolean).join(' at ')
  const hasNamesake = among.some(other => other.id !== member.id && other.full_name === member.full_name)
  return [work, hasNamesake && member.location].filter(Boolean).join(' · ')
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
