import { follow } from '../../../web/live/follow.ts'
import { listActivity } from '../contract.ts'

follow(['posts', 'comments', 'events', 'investors'], { feeds: [listActivity] })
