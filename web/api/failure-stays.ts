import { hashKey, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

type Failure = { of: string; error: Error }

/**
 * While what could not be had is asked for again its failure stays on the screen, with a busy 'Try again': a skeleton in its place
 * would take away the button that has the focus. Whoever comes to the screen later begins with the skeleton.
 */
export function useFailureStays<Q extends Pick<UseQueryResult, 'error' | 'isPending'>>(
  query: Q,
  queryKey: QueryKey,
): Q {
  const [last, setLast] = useState<Failure | null>(null)
  const of = hashKey(queryKey)
  const { error, isPending } = query
  if (error && last?.error !== error) setLast({ of, error })
  else if (!error && !isPending && last) setLast(null)
  if (!isPending || last?.of !== of) return query
  const failed = { status: 'error', isError: true, isLoadingError: true, isPending: false, isLoading: false }
  return { ...query, ...failed, error: last.error }
}
