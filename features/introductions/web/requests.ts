import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/call.ts'
import { keyOf, readOptions, seeded, useApi } from '../../../web/api/query.ts'
import { useStickyError } from '../../../web/api/sticky-error.ts'
import { type Pages as PagesOf, usePages } from '../../../web/list/use-pages.ts'
import {
  getIntroductionRequest,
  type IntroductionRequest,
  listIntroductionComments,
  listIntroductionRequests,
  listOpenIntroductionRequests,
  listStatusChanges,
  type requestListing,
} from '../contract.ts'
import { fetchComments, fetchRequests } from './calls.ts'

type Filters = ReturnType<typeof requestListing>
type Pages = PagesOf<IntroductionRequest>

/** Endpoints to refresh after a change of a request, and of a comment. */
export const afterRequest = [listIntroductionRequests, getIntroductionRequest, listOpenIntroductionRequests] as const
export const afterComment = [listIntroductionRequests, listIntroductionComments] as const

export const useRequests = (filters: Filters) => usePages(listIntroductionRequests, filters, { read: fetchRequests })

/** One request; shown at once if a cached list has it. */
export function useRequest(id: number) {
  const cache = useQueryClient()
  const listed = () =>
    cache
      .getQueriesData<Pages>({ queryKey: [listIntroductionRequests.path] })
      .flatMap(([, data]) => data?.pages.flat() ?? [])
      .find(row => row.id === id)
  const query = useApi(getIntroductionRequest, { id })
  return { ...query, data: query.data ?? (query.isError ? undefined : listed()) }
}

/** My open request for a member, if it is not this one. */
export function useOpenRequestFor(profileId: number | null, exceptId?: number): IntroductionRequest | undefined {
  const { data } = useApi(listOpenIntroductionRequests, { member: profileId ?? 0 }, { enabled: profileId !== null })
  return profileId === null ? undefined : data?.find(request => request.can_edit && request.id !== exceptId)
}

export function useComments(requestId: number) {
  const queryKey = keyOf(listIntroductionComments, { requestId })
  const comments = useQuery({
    queryKey,
    queryFn: context => fetchComments(requestId, readOptions(context)),
    ...seeded(listIntroductionComments, { requestId }),
  })
  return useStickyError(comments, queryKey)
}

/** Refetched when the request has changed (`updated_at` is part of the key), and not when it was deleted. */
export function useHistory({ id, updated_at }: IntroductionRequest) {
  const queryKey = [...keyOf(listStatusChanges, { id }), updated_at]
  const history = useQuery({
    queryKey,
    queryFn: context => api(listStatusChanges, { id }, readOptions(context)),
    placeholderData: keepPreviousData,
    ...seeded(listStatusChanges, { id }),
  })
  return useStickyError(history, queryKey)
}
