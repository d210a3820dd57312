import { api } from '../../../web/api/call.ts'
import { idsOf, mentionProblem, newIdsOf, withMentions } from '../../../web/form/mentions.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { type Comment, listComments, postComment, updateComment } from '../contract.ts'
import { commentProblem, postFailure } from './comment-check.ts'
import { investorDraft } from './investor-form.ts'
import { afterComment } from './use-investors.ts'

type Values = Pick<Comment, 'content' | 'rating' | 'is_private' | 'mentions'>

export const labels: Record<Exclude<keyof Values, 'mentions'>, string> = {
  content: 'Comment',
  rating: 'Rating',
  is_private: 'Private comment',
}
export const formatValue = (field: keyof Values, value: Values[keyof Values]) =>
  field === 'rating' && value !== null ? `${value} of 5 stars` : undefined

const draftOf = (investorId: number, comment: number | 'new') => `${investorDraft(investorId)}:comment:${comment}`

const valuesOf = (comment: Comment | null): Values => ({
  content: comment?.content ?? '',
  rating: comment?.rating ?? null,
  is_private: comment?.is_private ?? false,
  mentions: comment?.mentions ?? [],
})

export const investorAddress = (investorId: number) => `/investors?investor=${investorId}`

/** Posts a comment on an investor, or edits `edited`. */
export function useCommentForm(investorId: number, edited: Comment | null, onDone: () => void) {
  const { user, profile } = useAuth()
  return useForm({
    typed: useTyped<Comment, Values>({
      name: draftOf(investorId, edited?.id ?? 'new'),
      place: 'A comment on an investor',
      recreate: { name: draftOf(investorId, 'new') },
      row: edited,
      valuesOf,
      normalize: withMentions<Values>(
        ({ content }) => content,
        ({ is_private }) => is_private,
      ),
      read: readComment,
      cachedIn: [listComments],
    }),
    check({ content, mentions }) {
      const problem = commentProblem({ content, userId: user?.id, investorId })
      return problem ? { toast: problem, focus: 'content' } : mentionProblem('content', mentions)
    },
    send: ({ mentions, ...comment }, { key }) => {
      const sent = { investor_id: investorId, user_id: profile?.id, ...comment, ...newIdsOf(mentions) }
      const [text, page] = [comment.content, investorAddress(investorId)]
      const waits = { place: 'A comment on an investor', text, page, refresh: afterComment }
      return api(postComment, { id: investorId, ...sent }, { key, waits })
    },
    update: ({ id }, { changes: { mentions, ...changes }, version }) =>
      api(updateComment, { id, ...changes, ...idsOf(mentions), version }),
    refresh: afterComment,
    success: edited ? 'Comment updated' : 'Comment posted',
    tellsSignedOut: !edited,
    failure: edited ? ['Error updating comment', 'There was a problem updating your comment.'] : postFailure,
    onDone: () => onDone(),
  })
}

/** The saved comment; undefined if it was deleted. */
async function readComment({ investor_id, id }: Comment): Promise<Comment | undefined> {
  return (await api(listComments, { id: investor_id, comment: id, limit: 1 }))[0]
}
