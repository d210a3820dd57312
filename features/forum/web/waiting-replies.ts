import type { Mention } from '../../../contract/mentions.ts'
import { useWaiting } from '../../../web/api/queue.ts'
import { useAuth } from '../../../web/session/session.tsx'
import type { Comment } from '../contract.ts'

type Profile = ReturnType<typeof useAuth>['profile']
export type ReplyValues = { content: string; is_anonymous?: boolean; mentions: Mention[] }

/** A reply that is being sent, or waits for the network. Its id is negative. */
export function pendingReply(
  id: number,
  topicId: number,
  profile: Profile,
  { content, is_anonymous = false, mentions }: ReplyValues,
): Comment {
  const now = new Date().toISOString()
  return {
    id,
    post_id: topicId,
    parent_comment_id: null,
    content,
    user_id: is_anonymous ? null : (profile?.id ?? null),
    author:
      is_anonymous || !profile
        ? null
        : { id: profile.id, full_name: profile.full_name, profile_picture: profile.avatar_url },
    is_anonymous,
    is_edited: false,
    likes_count: 0,
    created_at: now,
    updated_at: now,
    version: 1,
    can_edit: false,
    is_mine: true,
    mentions,
  }
}

/** The replies, then those that wait for the network: after a reload only the queue has them, before it they are also in the cache. */
export function useWithWaiting(topicId: number, replies: Comment[]): Comment[] {
  const { profile } = useAuth()
  const pending = new Set(replies.filter(({ id }) => id < 0).map(({ content }) => content))
  const waiting = useWaiting().filter(
    ({ refused, write: { page, text } }) =>
      refused === undefined && page === `/forum/${topicId}` && text !== undefined && !pending.has(text),
  )
  return [
    ...replies,
    ...waiting.map(({ at, write: { body, text = '' } }) => {
      const { is_anonymous } = body as { is_anonymous?: boolean }
      return pendingReply(-at, topicId, profile, { content: text, is_anonymous, mentions: [] })
    }),
  ]
}
