import { api } from '../../../web/api.ts'
import { follow } from '../../../web/live/follow.ts'
import { getTopic, listReplies, listTopics } from '../contract.ts'

follow('posts', { lists: [listTopics], details: [getTopic], one: id => api(getTopic, { id }) })
follow('comments', {
  lists: [listReplies],
  under: 'id',
  below: true,
  // The first after the one before it.
  one: async (id, topic) =>
    (await api(listReplies, { id: topic, after: id - 1 || undefined, limit: 1 })).find(reply => reply.id === id),
})
