import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../../contract/endpoint.ts'
import { useWaiting } from '../../../web/api/queue.ts'
import { usePatch, useSend } from '../../../web/api/send.ts'
import { refresh } from '../../../web/api/send-cache.ts'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { useIsThere } from '../../../web/ui/use-is-there.ts'
import { deleteTopic, likeTopic, pinTopic, type Topic, unlikeTopic, unpinTopic } from '../contract.ts'
import { afterTopic, forgetTopic, tellingOfTopics, withTopics } from './topic-cache.ts'

/** Pins or unpins with an optimistic update. */
export const usePin = ({ id, is_pinned }: Topic) =>
  usePatch(is_pinned ? unpinTopic : pinTopic, {
    optimistic: { is_pinned: !is_pinned },
    within: withTopics,
    refresh: afterTopic,
    about: `pin ${id}`,
    success: is_pinned ? 'Post unpinned' : 'Post pinned',
    failure: ['Error updating post', 'There was a problem updating the post.'],
  })

/** The topic with the member's like that waits for the network: after a reload only the queue has it, before it the cache has it too. */
export function useWithWaitingLike(topic: Topic): Topic {
  const { url } = request(likeTopic, { id: topic.id })
  const last = useWaiting().findLast(({ refused, write }) => refused === undefined && write.url === url)
  const is_liked = last ? last.write.method === likeTopic.method : topic.is_liked
  return is_liked === topic.is_liked ? topic : { ...topic, ...toggled(topic) }
}

const toggled = ({ is_liked, likes_count }: Topic) => ({
  is_liked: !is_liked,
  likes_count: Math.max(0, likes_count + (is_liked ? -1 : 1)),
})

export const useLike = (topic: Topic) =>
  usePatch(topic.is_liked ? unlikeTopic : likeTopic, {
    optimistic: toggled(topic),
    within: withTopics,
    refresh: tellingOfTopics,
    failure: ['Error updating post', 'There was a problem updating the post.'],
    waits: ({ id }) => ({
      place: topic.is_liked ? 'A like, taken back' : 'A like',
      page: `/forum/${id}`,
      refresh: [...withTopics, ...tellingOfTopics],
    }),
  })

/** Asks for confirmation, deletes, and shows the result. */
export function useDeleteTopic(onDeleted?: () => void) {
  const cache = useQueryClient()
  const confirm = useConfirm()
  const isThere = useIsThere()
  const { send } = useSend(deleteTopic, {
    success: 'Post deleted',
    alreadyGone: 'This post was already deleted',
    failure: ['Error deleting post', 'There was a problem deleting the post.'],
  })
  return async ({ id }: Topic) => {
    const text = 'Are you sure you want to delete this post? This action cannot be undone.'
    if (!(await confirm({ title: 'Delete topic', text, confirm: 'Delete', danger: true }))) return
    if ((await send({ id })) === undefined) return
    if (isThere.current) onDeleted?.()
    forgetTopic(cache, id)
    refresh(cache, afterTopic)
  }
}
