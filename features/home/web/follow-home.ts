import { follow } from '../../../web/live/follow.ts'
import { getHome } from '../contract.ts'

follow(['posts', 'comments', 'events', 'investors'], { refetches: [getHome] })
