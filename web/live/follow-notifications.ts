import { countUnread, listNotifications } from '../../features/notifications/contract.ts'
import { follow } from './follow.ts'

// Not imported by the bell: with it, the sign-in page would load the code of live updates.
follow('notifications', { refetches: [countUnread, listNotifications] })
