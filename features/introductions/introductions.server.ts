import { idIn } from '../../contract/ids.ts'
import { call, page } from '../../server/pages/boot.ts'
import comments from './comments.server.ts'
import {
  getIntroductionRequest,
  listIntroductionComments,
  listIntroductionRequests,
  listStatusChanges,
  requestListing,
} from './contract.ts'
import list from './list.server.ts'
import requests from './requests.server.ts'

export default [...list, ...requests, ...comments]

export const preloads = [
  page('/introduction-requests', url => [
    call(listIntroductionRequests, requestListing(Object.fromEntries(url.searchParams))),
    ...openRequest(url.searchParams.get('request') ?? ''),
  ]),
]

/** The calls of the dialog, if the URL opens one. */
function openRequest(param: string) {
  const id = idIn(param)
  if (id === 0) return []
  return [
    call(getIntroductionRequest, { id }),
    call(listIntroductionComments, { requestId: id }),
    call(listStatusChanges, { id }),
  ]
}
