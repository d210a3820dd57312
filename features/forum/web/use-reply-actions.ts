import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../../web/api/call.ts'
import { useSend } from '../../../web/api/send.ts'
import { patchRows, refresh } from '../../../web/api/send-cache.ts'
import { idsOf, mentionProblem, newIdsOf, withMentions } from '../../../web/form/mentions.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { type Comment, createReply, deleteReply, getFollow, listReplies, type Topic, updateReply } from '../contract.ts'
import { tellingOfTopics, withTopics } from './topic-cache.ts'
import { readReply, useReplyCache } from './use-replies.ts'
import { pendingReply, type ReplyValues } from './waiting-replies.ts'

/** Draft name of a new reply. Drafts of edited replies start with it, so that all are found after the topic was deleted. */
export const replyTo = (topicId: number) => `reply-to-${topicId}`

const draftOptions = { place: 'A reply', lasting: true }
const check = ({ content, mentions }: ReplyValues) =>
  content ? mentionProblem('content', mentions) : { toast: ['Empty reply', 'Please enter a reply.'] as const }
const textOf = ({ content }: ReplyValues) => content

/** A reply that is being sent, or waits for the network, has a negative id of its own. */
let lastPendingId = 0

/** Posts a reply, with an optimistic update. */
export function useAddReply(topic: Topic, onPosted: () => void) {
  const cache = useQueryClient()
  const replies = useReplyCache(topic.id)
  const { profile } = useAuth()
  const pendingId = useRef(0)
  // Under the member's own anonymous topic, replies are anonymous by default: a name would reveal the topic's author. So are further
  // replies after an anonymous one.
  const [isAnonymous, setAnonymous] = useState(topic.is_anonymous && topic.is_mine)

  return useForm({
    typed: useTyped<Comment, ReplyValues>({
      ...draftOptions,
      name: replyTo(topic.id),
      row: null,
      valuesOf: () => ({ content: '', is_anonymous: isAnonymous, mentions: [] }),
      normalize: withMentions(textOf, ({ is_anonymous = false }) => is_anonymous),
    }),
    check,
    send: ({ mentions, ...reply }, { key }) => {
      const sent = {
        ...reply,
        ...newIdsOf(mentions),
        post_id: topic.id,
        parent_comment_id: null,
        likes_count: 0 as const,
      }
      const refresh = [...withTopics, ...tellingOfTopics, listReplies, getFollow]
      // What waits is sent together: an anonymous reply would have the time of those with the member's name.
      const waits = reply.is_anonymous
        ? undefined
        : { place: 'A reply', text: reply.content, page: `/forum/${topic.id}`, refresh }
      return api(createReply, { id: topic.id, user_id: profile?.id, ...sent }, { key, waits })
    },
    before(reply) {
      if (reply.is_anonymous) setAnonymous(true)
      pendingId.current = --lastPendingId
      const undoCount = patchRows(cache, withTopics, topic.id, { comments_count: topic.comments_count + 1 })
      const undoReply = replies.add(pendingReply(pendingId.current, topic.id, profile, reply))
      return () => {
        undoReply()
        undoCount()
      }
    },
    // A reply follows the topic.
    refresh: [...tellingOfTopics, getFollow],
    onSaved: reply => void replies.replace(pendingId.current, reply),
    success: 'Reply posted',
    failure: ['Error posting reply', 'There was a problem posting your reply.'],
    onDone: () => onPosted(),
  })
}

/** Edits a reply, with an optimistic update. */
export function useEditReply(topic: Topic, reply: Comment, onDone: () => void) {
  const typed = useTyped<Comment, ReplyValues>({
    ...draftOptions,
    name: `${replyTo(topic.id)}:${reply.id}`,
    recreate: { name: replyTo(topic.id), values: values => ({ ...values, is_anonymous: reply.is_anonymous }) },
    row: reply,
    valuesOf: row => ({ content: row?.content ?? '', mentions: row?.mentions ?? [] }),
    normalize: withMentions(textOf, () => reply.is_anonymous),
    read: ({ id }) => readReply(id, topic.id),
    cachedIn: [listReplies],
  })
  return useForm({
    typed,
    check,
    // The content is required, also if only the mentions changed.
    update: ({ id }, { changes: { mentions }, version }) =>
      api(updateReply, { id, content: typed.latest().values.content, ...idsOf(mentions), version }),
    optimistic: changes => ({ ...changes, is_edited: true }),
    success: 'Reply updated',
    failure: ['Error updating reply', 'There was a problem updating your reply.'],
    onDone: () => onDone(),
  })
}

/** Deletes a reply after a confirmation. */
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
