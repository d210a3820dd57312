import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { searchOf } from '../../../contract/text.ts'
import { api, loadProblem } from '../../../web/api/call.ts'
import { keyOf } from '../../../web/api/query.ts'
import { OFFERED, searchCommunity } from '../contract.ts'
import { stillFitting } from './entries.ts'

const DEBOUNCE_MS = 120
/** At most four searches a second, however one types: the server limits them (server/request/read-limit.ts). */
const INTERVAL_MS = 250

/** The hits for what is typed so far. Until they are here, those of the query before that still fit. */
export function useHits(typed: string) {
  const wanted = searchOf(typed)
  const [q, setQ] = useState(wanted)
  const searchedAt = useRef(0)
  useEffect(() => {
    const search = () => {
      searchedAt.current = performance.now()
      setQ(wanted)
    }
    const timer = setTimeout(search, Math.max(DEBOUNCE_MS, searchedAt.current + INTERVAL_MS - performance.now()))
    return () => clearTimeout(timer)
  }, [wanted])
  const input = { q, limit: OFFERED }
  const query = useQuery({
    queryKey: keyOf(searchCommunity, input),
    // The answer of the latest query is shown: an earlier one is aborted, or cached under its own key.
    queryFn: ({ signal }) => api(searchCommunity, input, { signal }),
    enabled: q !== '',
    // Always fetch: others write meanwhile.
    staleTime: 0,
    placeholderData: previous => previous,
  })
  const isWaiting = q !== wanted || query.isPlaceholderData || (q !== '' && query.isPending)
  const hits = q && wanted ? (query.data ?? []) : []
  return {
    hits: isWaiting ? stillFitting(hits, wanted) : hits,
    isWaiting: wanted !== '' && isWaiting && !query.isError,
    problem: wanted !== '' && query.isError ? loadProblem(query.error) : undefined,
    refetch: query.refetch,
  }
}
