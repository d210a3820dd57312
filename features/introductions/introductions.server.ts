import { idIn } from '../../contract/ids.ts'
import type { Job } from '../../server/jobs/job.ts'
import { call, page } from '../../server/pages/boot.ts'
import { getOffers } from '../offers/contract.ts'
import { getOutcome } from '../outcomes/contract.ts'
import blurbs from './blurbs.server.ts'
import comments from './comments.server.ts'
import {
  getBlurb,
  getIntroductionRequest,
  listIntroductionComments,
  listIntroductionRequests,
  listStatusChanges,
  requestListing,
} from './contract.ts'
import list from './list.server.ts'
import requests from './requests.server.ts'
import stillLooking, { askWhoIsStillLooking, stillLookingQuestion } from './still-looking.server.ts'

export default [...list, ...requests, ...comments, ...blurbs, ...stillLooking]

export const questions = [stillLookingQuestion]

export const jobs: Job[] = [{ queue: 'still_looking', run: askWhoIsStillLooking }]

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
    call(getBlurb, { id }),
    call(getOffers, { id }),
    call(getOutcome, { id }),
    call(listIntroductionComments, { requestId: id }),
    call(listStatusChanges, { id }),
  ]
}
