import { useState } from 'react'
import { ApiError } from '../../../web/api.ts'
import { usePatch, useSend } from '../../../web/send.ts'
import { useAuth } from '../../../web/session.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { useDraft } from '../../../web/use-draft.ts'
import { type Category, createTopic, DEFAULT_CATEGORY, type Topic, updateTopic } from '../contract.ts'
import { afterTopic, withTopics } from './topic-cache.ts'

/** A session that ended meanwhile has its own words; the draft is still there after the next sign-in. */
const failing = (title: string, text: string) => (error: unknown) =>
  error instanceof ApiError && error.status === 401
    ? (['Authentication required', 'You must be logged in to create or edit posts.'] as const)
    : ([title, text] as const)

/** Writing a topic, or changing `topic`. */
export function useTopicForm(topic: Topic | null, onDone: () => void) {
  const { profile } = useAuth()
  const beginning = {
    title: topic?.title ?? '',
    category: topic?.category ?? DEFAULT_CATEGORY,
    content: topic?.content ?? '',
    is_anonymous: false,
  }
  const [draft, keep, drop] = useDraft(topic ? `topic-${topic.id}` : 'topic', beginning, { lasting: true })
  const [incomplete, setIncomplete] = useState(false)
  const { title, category, content, is_anonymous } = draft
  const written = { title: title.trim(), content: content.trim(), tags: tagsOf(topic, category) }

  const create = useSend(createTopic, {
    refresh: afterTopic,
    success: 'Post created',
    failure: failing('Error creating post', 'There was a problem creating your post.'),
  })
  const update = usePatch(updateTopic, {
    optimistic: { ...written, category, is_edited: true },
    within: withTopics,
    refresh: afterTopic,
    success: 'Post updated',
    failure: failing('Error updating post', 'There was a problem updating your post.'),
  })
  const [updating, setUpdating] = useState(false)

  async function submit() {
    if (updating) return
    if (!written.title || !written.content) {
      setIncomplete(true)
      return toast.error('Missing required fields', 'Please fill in all required fields.')
    }
    setUpdating(true)
    const saved = topic
      ? await update({ id: topic.id, ...written })
      : await create.send({ ...written, is_anonymous, user_id: profile?.id })
    setUpdating(false)
    if (!saved) return
    drop()
    onDone()
  }

  return {
    draft,
    change: (part: Partial<typeof draft>) => keep({ ...draft, ...part }),
    submit,
    busy: updating,
    missing: { title: incomplete && !written.title, content: incomplete && !written.content },
    giveUp() {
      drop()
      onDone()
    },
  }
}

/** The category is the first tag; further ones stay. */
const tagsOf = (topic: Topic | null, category: Category) => [
  category,
  ...((topic?.tags ?? []) as Category[]).slice(1).filter(tag => tag !== category),
]
