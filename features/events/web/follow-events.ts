import { api } from '../../../web/api/call.ts'
import { follow } from '../../../web/live/follow.ts'
import { getEvent, listEvents } from '../contract.ts'

follow('events', { lists: [listEvents], details: [getEvent], fetchRow: id => api(getEvent, { id }) })
