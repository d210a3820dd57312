import type { Mention } from '../../../contract/mentions.ts'
import { ApiError, api } from '../../../web/api/call.ts'
import { idsOf, mentionProblem, newIdsOf, withMentions } from '../../../web/form/mentions.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { type Category, createTopic, DEFAULT_CATEGORY, getTopic, type Topic, updateTopic } from '../contract.ts'
import { afterTopic, withTopics } from './topic-cache.ts'

type Values = { title: string; category: Category; content: string; is_anonymous: boolean; mentions: Mention[] }

/** A separate message if the session has ended. The draft is kept until the next sign-in. */
const failureText = (title: string, text: string) => (error: unknown) =>
  error instanceof ApiError && error.status === 401
    ? (['Authentication required', 'You must be logged in to create or edit posts.'] as const)
    : ([title, text] as const)

const valuesOf = (topic: Topic | null): Values => ({
  title: topic?.title ?? '',
  category: topic?.category ?? DEFAULT_CATEGORY,
  content: topic?.content ?? '',
  is_anonymous: false,
  mentions: topic?.mentions ?? [],
})

export const labels: Record<Exclude<keyof Values, 'mentions'>, string> = {
  title: 'Title',
  category: 'Category',
  content: 'Content',
  is_anonymous: 'Post anonymously',
}

/** Draft name of an edited topic. */
export const editOf = (topicId: number) => `topic-${topicId}`

/** Creates a topic, or edits `topic`. */
export function useTopicForm(topic: Topic | null, onDone: () => void) {
  const { profile } = useAuth()
  const isAnonymous = (values: Values) => topic?.is_anonymous ?? values.is_anonymous
  return useForm({
    typed: useTyped<Topic, Values>({
      name: topic ? editOf(topic.id) : 'topic',
      place: topic ? 'A topic' : 'A new topic',
      lasting: true,
      recreate: { name: 'topic', values: values => ({ ...values, is_anonymous: topic?.is_anonymous ?? false }) },
      row: topic,
      valuesOf,
      normalize: withMentions(({ content }) => content, isAnonymous),
      read: ({ id }) => api(getTopic, { id }),
      cachedIn: withTopics,
    }),
    check: ({ title, content, mentions }) => {
      const fields = {
        ...(!title && { title: 'Please enter a title.' }),
        ...(!content && { content: 'Please enter some content.' }),
      }
      if (title && content) return mentionProblem('content', mentions)
      return { fields, toast: ['Missing required fields', 'Please fill in all required fields.'] }
    },
    send: ({ category, mentions, ...values }, { key }) => {
      const sent = { ...values, ...newIdsOf(mentions), tags: tagsOf(topic, category), user_id: profile?.id }
      return api(createTopic, sent, { key })
    },
    update: ({ id }, { changes: { title, content, category, mentions }, version }) => {
      const tags = category && { tags: tagsOf(topic, category) }
      return api(updateTopic, { id, title, content, ...idsOf(mentions), ...tags, version })
    },
    optimistic: changes => ({ ...changes, is_edited: true }),
    refresh: afterTopic,
    success: topic ? 'Post updated' : 'Post created',
    tellsSignedOut: true,
    failure: topic
      ? failureText('Error updating post', 'There was a problem updating your post.')
      : failureText('Error creating post', 'There was a problem creating your post.'),
    onDone: () => onDone(),
  })
}

/** The category is the first tag; the other tags are kept. */
const tagsOf = (topic: Topic | null, category: Category) => [
  category,
  ...((topic?.tags ?? []) as Category[]).slice(1).filter(tag => tag !== category),
]
