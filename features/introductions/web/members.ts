import { useQueries } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { idIn } from '../../../contract/ids.ts'
import { searchOf } from '../../../contract/text.ts'
import { api } from '../../../web/api/call.ts'
import { keyOf, useApi } from '../../../web/api/query.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { findMembers, getMember, listMembers } from '../../members/contract.ts'
import { hasNamesake, type Offered } from './namesakes.ts'

const OFFERED = 6

/** Other members whom this could name. Where nobody is called so, what the directory finds: by a company, or with a slip forgiven. */
export function useMembersNamed(text: string): Offered[] {
  const { profile } = useAuth()
  const q = searchOf(useDeferredValue(text))
  const isLongEnough = q.length > 1
  const named = useApi(findMembers, { q, limit: OFFERED }, { enabled: isLongEnough, keepPrevious: true })
  const isNobody = named.data?.length === 0 && !named.isPlaceholderData
  const listed = useApi(listMembers, { q, limit: OFFERED + 1 }, { enabled: isLongEnough && isNobody })
  const found: Offered[] = (isLongEnough && (isNobody ? listed.data : named.data)) || []
  return useJoined(found.filter(member => member.id !== profile?.id).slice(0, OFFERED))
}

/** A card of the directory does not say since when somebody is a member: of namesakes it is asked for. */
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

/** Whom the address already names: a member by id, or anybody by name and email. `key` tells two arrivals apart. */
export type Arrival = { key: string; target_person: string; target_email: string }

export function useArrival(): Arrival {
  const said: Record<string, string | undefined> = useSearch({ strict: false })
  const id = idIn(said.member)
  const { data } = useApi(getMember, { id }, { enabled: id > 0 })
  return {
    key: said.member ?? [said.target_person, said.target_email].filter(Boolean).join(' '),
    target_person: data?.full_name ?? said.target_person ?? '',
    target_email: data?.email ?? said.target_email ?? '',
  }
}
