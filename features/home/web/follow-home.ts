import { follow } from '../../../web/live/follow.ts'
import { getForMe, getHome } from '../contract.ts'

follow(['posts', 'comments', 'events', 'investors'], { refetches: [getHome] })
follow(['waiting', 'notifications', 'introduction_requests', 'introduction_comments'], { refetches: [getForMe] })
