import { idIn } from '../../contract/ids.ts'
import { call, page } from '../../server/pages/boot.ts'
import comments from './comments.server.ts'
import {
  COMMENTS_PAGE,
  countInvestors,
  getInvestor,
  investorListing,
  investorNarrowing,
  investorNeighbours,
  investorOrder,
  listComments,
  listInvestors,
} from './contract.ts'
import investor from './investor.server.ts'
import list from './list.server.ts'

export default [...list, ...investor, ...comments]

/** The screen shows the list, or the one investor its address names. */
export const preloads = [
  page('/investors', url => {
    const address = Object.fromEntries(url.searchParams)
    const narrowing = investorNarrowing(address)
    const id = idIn(address.investor)
    if (!id) return [call(listInvestors, investorListing(address)), call(countInvestors, narrowing)]
    return [
      call(getInvestor, { id }),
      call(investorNeighbours, { id, ...investorOrder(address) }),
      call(listComments, { id, limit: COMMENTS_PAGE }),
    ]
  }),
]
