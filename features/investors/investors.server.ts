import { idIn } from '../../contract/ids.ts'
import type { Job } from '../../server/jobs/job.ts'
import { call, page } from '../../server/pages/boot.ts'
import { listOpenIntroductionRequests } from '../introductions/contract.ts'
import comments, { notifyPrivateCommenters } from './comments.server.ts'
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

export const jobs: Job[] = [
  {
    queue: 'private_commenters',
    run: ({ db }, data) => notifyPrivateCommenters(db, Number((data as { id: number }).id)),
  },
]

/** The screen shows the list, or the investor named in the URL. */
export const preloads = [
  page('/investors', url => {
    const params = Object.fromEntries(url.searchParams)
    const narrowing = investorNarrowing(params)
    const id = idIn(params.investor)
    if (!id) return [call(listInvestors, investorListing(params)), call(countInvestors, narrowing)]
    return [
      call(getInvestor, { id }),
      call(investorNeighbours, { id, ...investorOrder(params) }),
      call(listComments, { id, limit: COMMENTS_PAGE }),
      call(listOpenIntroductionRequests, { investor: id }),
    ]
  }),
]
