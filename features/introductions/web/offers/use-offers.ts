import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keyOf, useApi } from '../../../../web/api/query.ts'
import { useSend } from '../../../../web/api/send.ts'
import { refresh } from '../../../../web/api/send-cache.ts'
import {
  getOffers,
  listAskedIntroductions,
  type moveOffer,
  type Offers,
  type reportAnswer,
} from '../../../offers/contract.ts'
import { getBlurb, type IntroductionRequest, listStatusChanges } from '../../contract.ts'
import { afterRequest } from '../requests.ts'

/** Who offers may read the blurb, and the status of the request follows the offers. */
export const afterOffer = [...afterRequest, listStatusChanges, getBlurb, listAskedIntroductions] as const

/** Read again when the request has changed: a status set by hand may end an offer. Not when it was deleted. */
export function useOffers({ id, updated_at }: IntroductionRequest) {
  const cache = useQueryClient()
  const shown = useRef(updated_at)
  useEffect(() => {
    if (shown.current !== updated_at) refresh(cache, [getOffers, getBlurb])
    shown.current = updated_at
  }, [cache, updated_at])
  return useApi(getOffers, { id })
}

/** Every change of an offer is answered with all offers of the request that the member may see. */
export function useShowOffers(requestId: number) {
  const cache = useQueryClient()
  return (offers: Offers) => cache.setQueryData(keyOf(getOffers, { id: requestId }), offers)
}

/** Changes an offer. `onSuccess` moves the focus, because the pressed button disappears. */
export function useOfferCall<E extends typeof moveOffer | typeof reportAnswer>(
  requestId: number,
  endpoint: E,
  { failure, onSuccess }: { failure: string; onSuccess: () => void },
) {
  const cache = useQueryClient()
  const show = useShowOffers(requestId)
  return useSend<typeof moveOffer | typeof reportAnswer>(endpoint, {
    refresh: afterOffer,
    failure,
    onSuccess(offers) {
      show(offers)
      onSuccess()
    },
    // Somebody else may have been first: show what became of it.
    onFailure: () => refresh(cache, [getOffers, ...afterOffer]),
  })
}
