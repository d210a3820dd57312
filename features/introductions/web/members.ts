import { useQueries } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { idIn } from '../../../contract/ids.ts'
import { searchOf } from '../../../contract/text.ts'
import { api } from '../../../web/api/call.ts'
import { keyOf, useApi } from '../../../web/api/query.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { hasNamesake, type Offered } from '../../../web/ui/namesakes.ts'
import { findMembers, getMember, listMembers } from '../../members/contract.ts'
import type { Target } from './target.ts'

const MAX_SUGGESTIONS = 6

/** Other members whose name matches. If there is none, the matches of the directory's search, by company or with a typo. */
export function useMembersNamed(text: string): Offered[] {
  const { profile } = useAuth()
  const q = searchOf(useDeferredValue(text))
  const isLongEnough = q.length > 1
  const named = useApi(findMembers, { q, limit: MAX_SUGGESTIONS }, { enabled: isLongEnough, keepPrevious: true })
  const hasNoMatch = named.data?.length === 0 && !named.isPlaceholderData
  const listed = useApi(listMembers, { q, limit: MAX_SUGGESTIONS + 1 }, { enabled: isLongEnough && hasNoMatch })
  const found: Offered[] = (isLongEnough && (hasNoMatch ? listed.data : named.data)) || []
  return useJoined(found.filter(member => member.id !== profile?.id).slice(0, MAX_SUGGESTIONS))
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

/** The target given in the URL: a member by id, or any person by name and email. `key` identifies it. */
export type Arrival = Target & { key: string }

export function useArrival(): Arrival {
  const params: Record<string, string | undefined> = useSearch({ strict: false })
  const id = idIn(params.member)
  const { data } = useApi(getMember, { id }, { enabled: id > 0 })
  return {
    key: params.member ?? [params.target_person, params.target_email].filter(Boolean).join(' '),
    target_person: data?.full_name ?? params.target_person ?? '',
    target_email: data?.email ?? params.target_email ?? '',
    target_profile_id: data?.id ?? null,
  }
}
