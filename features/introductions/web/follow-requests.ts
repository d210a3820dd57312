import { api } from '../../../web/api/call.ts'
import { follow } from '../../../web/live/follow.ts'
import { getOffers } from '../../offers/contract.ts'
import { getOutcome } from '../../outcomes/contract.ts'
import {
  getBlurb,
  getIntroductionRequest,
  listIntroductionComments,
  listIntroductionRequests,
  listOpenIntroductionRequests,
} from '../contract.ts'

follow('introduction_requests', {
  lists: [listIntroductionRequests],
  details: [getIntroductionRequest],
  fetchRow: id => api(getIntroductionRequest, { id }),
  refetches: [listOpenIntroductionRequests],
})
// Offers are not sent over the stream: whoever is concerned is notified.
follow('notifications', { refetches: [getOffers, getBlurb, getOutcome] })
follow('introduction_comments', { lists: [listIntroductionComments], parentField: 'requestId' })
