import { api } from '../../../web/api/call.ts'
import { follow } from '../../../web/live/follow.ts'
import { getTopic, listReplies, listTopics } from '../contract.ts'
import { readReply } from './use-replies.ts'

follow('posts', { lists: [listTopics], details: [getTopic], fetchRow: id => api(getTopic, { id }) })
follow('comments', {
  lists: [listReplies],
  parentField: 'id',
  appends: true,
  fetchRow: readReply,
})
