import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keyOf, useApi } from '../../../../web/api/query.ts'
import { refresh } from '../../../../web/api/send-cache.ts'
import { getIntroductionsOf, getOutcome, listMyIntroductions, type Outcome } from '../../../outcomes/contract.ts'
import { type IntroductionRequest, listStatusChanges } from '../../contract.ts'
import { afterRequest } from '../requests.ts'

/** The last answer may complete the request. */
export const afterAnswer = [...afterRequest, listStatusChanges] as const
export const afterThanks = [listMyIntroductions, getIntroductionsOf] as const

/** Read again when the request has changed: a yes may have come, or a status set by hand may end the introduction. */
export function useOutcome({ id, updated_at }: IntroductionRequest) {
  const cache = useQueryClient()
  const shown = useRef(updated_at)
  useEffect(() => {
    if (shown.current !== updated_at) refresh(cache, [getOutcome])
    shown.current = updated_at
  }, [cache, updated_at])
  return useApi(getOutcome, { id })
}

export function useShowOutcome(requestId: number) {
  const cache = useQueryClient()
  return (outcome: Outcome) => cache.setQueryData(keyOf(getOutcome, { id: requestId }), outcome)
}
