import { api } from '../../../web/api/call.ts'
import { typedAsNew } from '../../../web/form/typed.ts'
import { useEdit } from '../../../web/form/use-edit.ts'
import { type Comment, listComments, updateComment } from '../contract.ts'
import { investorDraft } from './investor-form.ts'
import { afterComment } from './use-investors.ts'

type Written = Pick<Comment, 'content' | 'rating' | 'is_private'>

export const labels: Record<keyof Written, string> = {
  content: 'Comment',
  rating: 'Rating',
  is_private: 'Private comment',
}
export const worded = (field: keyof Written, value: Written[keyof Written]) =>
  field === 'rating' && value !== null ? `${value} of 5 stars` : undefined

const draftOf = (investorId: number, comment: number | 'new') => `${investorDraft(investorId)}:comment:${comment}`

const place = 'A comment on an investor'

const valuesOf = (comment: Comment | null): Written => ({
  content: comment?.content ?? '',
  rating: comment?.rating ?? null,
  is_private: comment?.is_private ?? false,
})

/** What the form holds: of the comment being edited, or of a new one. */
export const useCommentEdit = (investorId: number, edited: Comment | null, onDone: () => void) =>
  useEdit<Comment, Written>({
    name: draftOf(investorId, edited?.id ?? 'new'),
    place,
    again: { name: draftOf(investorId, 'new'), draftOf: values => typedAsNew(valuesOf(null), values) },
    row: edited,
    valuesOf,
    read: readComment,
    update: ({ id }, { changes, version }) => api(updateComment, { id, ...changes, version }),
    within: [listComments],
    refresh: afterComment,
    success: 'Comment updated',
    failure: ['Error updating comment', 'There was a problem updating your comment.'],
    onDone,
  })

/** A comment as it is saved now. Undefined when it is gone. */
async function readComment({ investor_id, id }: Comment): Promise<Comment | undefined> {
  return (await api(listComments, { id: investor_id, comment: id, limit: 1 }))[0]
}
