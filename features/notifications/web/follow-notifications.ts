import { follow } from '../../../web/live/follow.ts'
import { countUnread, listNotifications } from '../contract.ts'

follow('notifications', { refetches: [countUnread, listNotifications] })
