import { api } from '../../../web/api.ts'
import { follow } from '../../../web/live/follow.ts'
import { countInvestors, getInvestor, investorNeighbours, listComments, listInvestors } from '../contract.ts'

follow('investors', {
  lists: [listInvestors],
  details: [getInvestor],
  one: id => api(getInvestor, { id }),
  whole: [countInvestors, investorNeighbours],
})
follow('investor_comments', { lists: [listComments], under: 'id' })
