import { useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { keyOf, useApi } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { cx } from '../../../web/ui/cx.ts'
import { followTopic, getFollow, unfollowTopic } from '../contract.ts'

/** Follows and unfollows a topic: its followers are notified of replies. Without its state there is no button. */
export function FollowButton({ topicId }: { topicId: number }) {
  const { data } = useApi(getFollow, { id: topicId })
  const cache = useQueryClient()
  const key = keyOf(getFollow, { id: topicId })
  const isFollowed = data?.is_followed ?? false
  const { send } = useSend(isFollowed ? unfollowTopic : followTopic, {
    before() {
      void cache.cancelQueries({ queryKey: key })
      cache.setQueryData(key, { is_followed: !isFollowed })
      return () => void cache.setQueryData(key, data)
    },
    onSuccess: reply => void cache.setQueryData(key, reply),
    failure: isFollowed ? 'You still follow this topic' : 'The topic could not be followed',
  })
  if (!data) return null
  const Icon = isFollowed ? BellRing : Bell
  return (
    <button
      type="button"
      aria-pressed={isFollowed}
      onClick={() => void send({ id: topicId })}
      className={cx(
        'flex h-8 items-center gap-1.5 rounded-control px-2 text-sm transition-colors hover:bg-sunken pointer-coarse:h-11',
        isFollowed ? 'text-accent' : 'text-muted',
      )}
    >
      <Icon aria-hidden size={16} className={isFollowed ? 'fill-current' : undefined} />
      Notify me of replies
    </button>
  )
}
