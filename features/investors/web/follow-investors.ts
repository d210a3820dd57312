import { api } from '../../../web/api/call.ts'
import { follow } from '../../../web/live/follow.ts'
import { listOpenIntroductionRequests } from '../../introductions/contract.ts'
import { countInvestors, getInvestor, listComments, listInvestors } from '../contract.ts'

follow('investors', {
  lists: [listInvestors],
  details: [getInvestor],
  fetchRow: id => api(getInvestor, { id }),
  refetches: [countInvestors],
})
follow('introduction_requests', { refetches: [listOpenIntroductionRequests] })
follow('investor_comments', { lists: [listComments], parentField: 'id' })
