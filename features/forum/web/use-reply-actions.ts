import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/call.ts'
import { useSend } from '../../../web/api/send.ts'
import { patchRows, refresh } from '../../../web/api/send-cache.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { type Comment, createReply, deleteReply, listReplies, type Topic, updateReply } from '../contract.ts'
import { tellingOfTopics, withTopics } from './topic-cache.ts'
import { readReply, useReplyCache } from './use-replies.ts'

/** The draft of what is being written to a topic; those of changed replies are named after it, to be found when the topic is gone. */
export const replyTo = (topicId: number) => `reply-to-${topicId}`

type Written = { content: string; is_anonymous?: boolean }
const held = { place: 'A reply', lasting: true }
const check = ({ content }: Written) =>
  content ? undefined : { toast: ['Empty reply', 'Please enter a reply.'] as const }

const ON_ITS_WAY = -1

/** Posting a reply: seen at once, taken back when it fails. */
export function useAddReply(topic: Topic, onPosted: () => void) {
  const cache = useQueryClient()
  const replies = useReplyCache(topic.id)
  const { profile } = useAuth()

  const asSent = (content: string, is_anonymous: boolean): Comment => ({
    id: ON_ITS_WAY,
    post_id: topic.id,
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
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    version: 1,
    can_edit: false,
    is_mine: true,
  })

  return useForm({
    typed: useTyped<Comment, Written>({
      ...held,
      name: replyTo(topic.id),
      row: null,
      // Under one's own anonymous topic a reply begins as anonymous: a name there would give the author away by a slip.
      valuesOf: () => ({ content: '', is_anonymous: topic.is_anonymous && topic.is_mine }),
    }),
    check,
    send: (reply, { key }) => {
      const sent = { ...reply, post_id: topic.id, parent_comment_id: null, likes_count: 0 as const }
      return api(createReply, { id: topic.id, user_id: profile?.id, ...sent }, { key })
    },
    before({ content, is_anonymous = false }) {
      const takeBackCount = patchRows(cache, withTopics, topic.id, { comments_count: topic.comments_count + 1 })
      const takeBackReply = replies.add(asSent(content, is_anonymous))
      return () => {
        takeBackReply()
        takeBackCount()
      }
    },
    refresh: tellingOfTopics,
    onSaved: reply => void replies.replace(ON_ITS_WAY, reply),
    success: 'Reply posted',
    failure: ['Error posting reply', 'There was a problem posting your reply.'],
    onDone: () => onPosted(),
  })
}

/** Changing a reply: seen at once, taken back when it fails. */
export const useEditReply = (topic: Topic, reply: Comment, onDone: () => void) =>
  useForm({
    typed: useTyped<Comment, Written>({
      ...held,
      name: `${replyTo(topic.id)}:${reply.id}`,
      again: { name: replyTo(topic.id), values: ({ content }) => ({ content, is_anonymous: reply.is_anonymous }) },
      row: reply,
      valuesOf: row => ({ content: row?.content ?? '' }),
      read: ({ id }) => readReply(id, topic.id),
      within: [listReplies],
    }),
    check,
    update: ({ id }, { changes: { content = '' }, version }) => api(updateReply, { id, content, version }),
    optimistic: changes => ({ ...changes, is_edited: true }),
    success: 'Reply updated',
    failure: ['Error updating reply', 'There was a problem updating your reply.'],
    onDone: () => onDone(),
  })

/** Asks, deletes, and says so. */
export function useDeleteReply(topic: Topic) {
  const cache = useQueryClient()
  const replies = useReplyCache(topic.id)
  const confirm = useConfirm()
  const { send } = useSend(deleteReply, {
    success: 'Reply deleted',
    alreadyGone: 'This reply was already deleted',
    failure: ['Error deleting reply', 'There was a problem deleting your reply.'],
  })
  return async ({ id }: Comment) => {
    const text = 'Are you sure you want to delete this reply?'
    if (!(await confirm({ title: 'Delete reply', text, confirm: 'Delete', danger: true }))) return false
    if ((await send({ id })) === undefined) return false
    replies.remove(id)
    patchRows(cache, withTopics, topic.id, { comments_count: Math.max(0, topic.comments_count - 1) })
    refresh(cache, tellingOfTopics)
    return true
  }
}
