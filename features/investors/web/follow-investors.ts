import { api } from '../../../web/api/call.ts'
import { follow } from '../../../web/live/follow.ts'
import { countInvestors, getInvestor, listComments, listInvestors } from '../contract.ts'

follow('investors', {
  lists: [listInvestors],
  details: [getInvestor],
  one: id => api(getInvestor, { id }),
  whole: [countInvestors],
})
follow('investor_comments', { lists: [listComments], under: 'id' })
