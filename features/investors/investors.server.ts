import { idIn } from '../../contract/ids.ts'
import { call, page } from '../../server/boot.ts'
import comments from './comments.server.ts'
import { countInvestors, getInvestor, investorNeighbours, listComments, listInvestors } from './contract.ts'
import investor from './investor.server.ts'
import list from './list.server.ts'
import { COMMENTS_PAGE, listingOf, narrowingOf, sortOf } from './shared/address.ts'

export default [...list, ...investor, ...comments]

/** The screen shows the list, or the one investor its address names. */
export const preloads = [
  page('/investors', url => {
    const address = Object.fromEntries(url.searchParams)
    const narrowing = narrowingOf(address)
    const id = idIn(address.investor)
    if (!id) return [call(listInvestors, listingOf(address)), call(countInvestors, narrowing)]
    return [
      call(getInvestor, { id }),
      call(investorNeighbours, { id, ...narrowing, sort: sortOf(address) }),
      call(listComments, { id, limit: COMMENTS_PAGE }),
    ]
  }),
]
