import { ApiError } from '../../../web/api/call.ts'

type ToastText = readonly [title: string, description: string]

/** Why a comment cannot be sent, as the text of a toast; null if it can. */
export function commentProblem(comment: {
  content: string
  userId: string | undefined
  investorId: number | undefined
}): ToastText | null {
  if (comment.content.trim() === '') return ['Empty comment', 'Please enter a comment.']
  if (!comment.userId) return ['Authentication required', 'Please sign in to post a comment']
  if (!comment.investorId) return ['Error', 'Cannot post comment: No investor is being viewed']
  return null
}

/** Why a comment was not posted. */
export function postFailure(error: unknown): ToastText {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) return ['Authentication required', 'Please sign in to post a comment']
  if (status === 404) return ['Database Error', 'Could not verify investor information']
  if (status === 503) return ['Database Error', 'Could not access the comments database']
  return ['Error posting comment', 'There was a problem posting your comment.']
}
