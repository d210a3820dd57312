import { follow } from '../../../web/live/follow.ts'
import { listKinds, listResources } from '../contract.ts'

follow('resources', { lists: [listResources], refetches: [listKinds] })
