import { hashKey, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

type Failure = { key: string; error: Error }

/**
 * Keeps showing the last error, with a busy 'Try again' button, while the query is retried: a skeleton would remove the focused
 * button. A newly mounted screen starts with the skeleton.
 */
export function useStickyError<Q extends Pick<UseQueryResult, 'error' | 'isPending'>>(query: Q, queryKey: QueryKey): Q {
  const [last, setLast] = useState<Failure | null>(null)
  const key = hashKey(queryKey)
  const { error, isPending } = query
  if (error && last?.error !== error) setLast({ key, error })
  else if (!error && !isPending && last) setLast(null)
  if (!isPending || last?.key !== key) return query
  const failed = { status: 'error', isError: true, isLoadingError: true, isPending: false, isLoading: false }
  return { ...query, ...failed, error: last.error }
}
