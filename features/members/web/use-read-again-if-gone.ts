import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyOf } from '../../../web/api/query.ts'
import { getMember } from '../contract.ts'
import { isNotFound } from './problems.ts'

/** For a part of the page of a member: if it is not found, the member may have left, and the page may show an earlier reply. */
export function useReadAgainIfGone(id: number, error: unknown) {
  const cache = useQueryClient()
  useEffect(() => {
    if (isNotFound(error)) void cache.invalidateQueries({ queryKey: keyOf(getMember, { id }) })
  }, [cache, id, error])
}
