import { useQueries } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { searchOf } from '../../../contract/text.ts'
import { api } from '../../../web/api/call.ts'
import { keyOf, useApi } from '../../../web/api/query.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { hasNamesake, type Offered } from '../../../web/ui/namesakes.ts'
import { findInvestors } from '../../investors/contract.ts'
import { findMembers, getMember, listMembers } from '../../members/contract.ts'

const MAX_MEMBERS = 6
const MAX_INVESTORS = 4

/** A suggested target: a member or an investor. */
export type Candidate = { id: number; name: string } & (
  | { kind: 'member'; member: Offered }
  | { kind: 'investor'; title: string; firm: string }
)

/** Members whose name matches, then investors by name or firm. */
export function useCandidates(text: string): Candidate[] {
  const q = searchOf(useDeferredValue(text))
  const members = useMembersNamed(q)
  const isLongEnough = q.length > 1
  const investors = useApi(findInvestors, { q, limit: MAX_INVESTORS }, { enabled: isLongEnough, keepPrevious: true })
  return [
    ...members.map(member => ({ kind: 'member', id: member.id, name: member.full_name, member }) as const),
    ...((isLongEnough && investors.data) || []).map(investor => ({ kind: 'investor', ...investor }) as const),
  ]
}

/** Other members whose name matches. If there is none, the matches of the directory's search, by company or with a typo. */
function useMembersNamed(q: string): Offered[] {
  const { profile } = useAuth()
  const isLongEnough = q.length > 1
  const named = useApi(findMembers, { q, limit: MAX_MEMBERS }, { enabled: isLongEnough, keepPrevious: true })
  const hasNoMatch = named.data?.length === 0 && !named.isPlaceholderData
  const listed = useApi(listMembers, { q, limit: MAX_MEMBERS + 1 }, { enabled: isLongEnough && hasNoMatch })
  const found: Offered[] = (isLongEnough && (hasNoMatch ? listed.data : named.data)) || []
  return useJoined(found.filter(member => member.id !== profile?.id).slice(0, MAX_MEMBERS))
}

/** A card of the directory has no joining date: fetch it for namesakes. */
function useJoined(offered: Offered[]): Offered[] {
  const unknown = offered.filter(member => !member.created_at && hasNamesake(member, offered))
  const joined = useQueries({
    queries: unknown.map(({ id }) => ({
      queryKey: keyOf(getMember, { id }),
      queryFn: () => api(getMember, { id }),
    })),
  })
  return offered.map(member => joined.find(({ data }) => data?.id === member.id)?.data ?? member)
}
