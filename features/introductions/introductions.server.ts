import { call, page } from '../../server/boot.ts'
import comments from './comments.server.ts'
import { listIntroductionRequests } from './contract.ts'
import list from './list.server.ts'
import requests from './requests.server.ts'
import { filtersOf } from './shared/filters.ts'

export default [...list, ...requests, ...comments]

export const preloads = [
  page('/introduction-requests', url => [
    call(listIntroductionRequests, filtersOf(Object.fromEntries(url.searchParams))),
  ]),
]
