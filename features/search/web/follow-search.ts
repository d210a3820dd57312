import { follow } from '../../../web/live/follow.ts'
import { searchCommunity } from '../contract.ts'

follow(['posts', 'comments', 'events', 'investors', 'resources', 'introduction_requests', 'profiles'], {
  refetches: [searchCommunity],
})
