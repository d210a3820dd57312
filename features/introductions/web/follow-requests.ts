import { api } from '../../../web/api/call.ts'
import { follow } from '../../../web/live/follow.ts'
import {
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
follow('introduction_comments', { lists: [listIntroductionComments], parentField: 'requestId' })
