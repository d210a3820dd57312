import { useState } from 'react'
import { ApiError, api } from '../../../web/api/call.ts'
import { useSend } from '../../../web/api/send.ts'
import { typedAsNew } from '../../../web/form/typed.ts'
import { useEdit } from '../../../web/form/use-edit.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { type Category, createTopic, DEFAULT_CATEGORY, getTopic, type Topic, updateTopic } from '../contract.ts'
import { afterTopic, withTopics } from './topic-cache.ts'

type Values = { title: string; category: Category; content: string; is_anonymous: boolean }

/** A session that ended meanwhile has its own words; the draft is still there after the next sign-in. */
const failing = (title: string, text: string) => (error: unknown) =>
  error instanceof ApiError && error.status === 401
    ? (['Authentication required', 'You must be logged in to create or edit posts.'] as const)
    : ([title, text] as const)

const valuesOf = (topic: Topic | null): Values => ({
  title: topic?.title ?? '',
  category: topic?.category ?? DEFAULT_CATEGORY,
  content: topic?.content ?? '',
  is_anonymous: false,
})

export const labels: Record<keyof Values, string> = {
  title: 'Title',
  category: 'Category',
  content: 'Content',
  is_anonymous: 'Post anonymously',
}

/** The draft of a topic that is being changed. */
export const editOf = (topicId: number) => `topic-${topicId}`

/** Writing a topic, or changing `topic`. */
export function useTopicForm(topic: Topic | null, onDone: () => void) {
  const { profile } = useAuth()
  const [incomplete, setIncomplete] = useState(false)

  const create = useSend(createTopic, {
    refresh: afterTopic,
    success: 'Post created',
    tellsSignedOut: true,
    failure: failing('Error creating post', 'There was a problem creating your post.'),
  })
  const edit = useEdit<Topic, Values>({
    name: topic ? editOf(topic.id) : 'topic',
    place: topic ? 'A topic' : 'A new topic',
    lasting: true,
    again: {
      name: 'topic',
      draftOf: values => typedAsNew(valuesOf(null), { ...values, is_anonymous: topic?.is_anonymous ?? false }),
    },
    row: topic,
    valuesOf,
    read: ({ id }) => api(getTopic, { id }),
    update: ({ id }, { changes: { title, content, category }, version }) =>
      api(updateTopic, { id, title, content, ...(category && { tags: tagsOf(topic, category) }), version }),
    within: withTopics,
    optimistic: changes => ({ ...changes, is_edited: true }),
    refresh: afterTopic,
    success: 'Post updated',
    tellsSignedOut: true,
    failure: failing('Error updating post', 'There was a problem updating your post.'),
    onDone,
  })
  const { title, content, category, is_anonymous } = edit.values
  const written = { title: title.trim(), content: content.trim(), tags: tagsOf(topic, category) }

  function giveUp() {
    edit.discard()
    onDone()
  }
  async function add() {
    const end = edit.markSent()
    if (await create.send({ ...written, is_anonymous, user_id: profile?.id })) end(onDone)
  }
  function submit() {
    if (!written.title || !written.content) {
      setIncomplete(true)
      toast.error('Missing required fields', 'Please fill in all required fields.')
    } else if (topic) edit.save()
    else void add()
  }

  return {
    edit,
    draft: edit.values,
    change: edit.change,
    submit,
    busy: edit.busy || create.busy,
    missing: { title: incomplete && !written.title, content: incomplete && !written.content },
    giveUp,
  }
}

/** The category is the first tag; further ones stay. */
const tagsOf = (topic: Topic | null, category: Category) => [
  category,
  ...((topic?.tags ?? []) as Category[]).slice(1).filter(tag => tag !== category),
]
