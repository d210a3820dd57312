import { api } from '../../../web/api.ts'
import { follow } from '../../../web/live/follow.ts'
import {
  getIntroductionRequest,
  listIntroductionComments,
  listIntroductionRequests,
  listStatusChanges,
} from '../contract.ts'

follow('introduction_requests', {
  lists: [listIntroductionRequests],
  details: [getIntroductionRequest],
  one: id => api(getIntroductionRequest, { id }),
  whole: [listStatusChanges],
})
follow('introduction_comments', { lists: [listIntroductionComments], under: 'requestId' })
