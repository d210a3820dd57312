import type { Input } from '../../../contract/endpoint.ts'
import { api } from '../../../web/api/call.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  deleteIntroductionComment,
  deleteIntroductionRequest,
  listIntroductionComments,
  listIntroductionRequests,
  updateIntroductionRequest,
} from '../contract.ts'
import { answered, bodyOf, detailOf, notSignedIn } from './failures.ts'

/** Whoever is signed in, if anybody: their id goes with every change. */
type Me = { id: string } | null
type Sent<E extends { body: unknown } & Parameters<typeof api>[0]> = Omit<Input<E>, 'user_id'>
type Key = { key: string }

function mustBeSignedIn(me: Me, otherwise: string): { id: string } {
  if (!me) throw notSignedIn(otherwise)
  return me
}

export const fetchRequests = (input: Input<typeof listIntroductionRequests>, signal: AbortSignal) =>
  answered(
    api(listIntroductionRequests, input, { signal }),
    ({ status }) => `Failed to fetch intro requests: ${status}`,
  )

export const fetchComments = (requestId: number, signal: AbortSignal) =>
  answered(
    api(listIntroductionComments, { requestId }, { signal }),
    ({ status }) => `Failed to fetch comments: ${status}`,
  )

export async function createRequest(me: Me, request: Sent<typeof createIntroductionRequest>, key?: Key) {
  const unsigned = 'User not authenticated'
  const { id } = mustBeSignedIn(me, unsigned)
  return answered(
    api(createIntroductionRequest, { ...request, user_id: id }, key),
    answer => `Failed to create request: ${answer.status} - ${bodyOf(answer)}`,
    unsigned,
  )
}

export async function updateRequest(me: Me, changes: Sent<typeof updateIntroductionRequest>) {
  const unsigned = 'You must be logged in to update a request'
  const { id } = mustBeSignedIn(me, unsigned)
  return answered(
    api(updateIntroductionRequest, { ...changes, user_id: id }),
    answer => `Failed to update request: ${answer.status} - ${bodyOf(answer)}`,
    unsigned,
  )
}

export async function deleteRequest(me: Me, input: Input<typeof deleteIntroductionRequest>) {
  const unsigned = 'You must be logged in to delete a request'
  mustBeSignedIn(me, unsigned)
  return answered(
    api(deleteIntroductionRequest, input),
    answer => `Failed to delete request: ${answer.status} - ${bodyOf(answer)}`,
    unsigned,
  )
}

export async function addComment(me: Me, comment: Sent<typeof addIntroductionComment>, key?: Key) {
  const unsigned = 'User not authenticated'
  const { id } = mustBeSignedIn(me, unsigned)
  return answered(
    api(addIntroductionComment, { ...comment, user_id: id }, key),
    answer => `Failed to add comment: ${detailOf(answer)}`,
    unsigned,
  )
}

/** Answered with 204 or with JSON: both are fine. */
export async function deleteComment(me: Me, input: Input<typeof deleteIntroductionComment>) {
  const unsigned = 'User not authenticated'
  mustBeSignedIn(me, unsigned)
  return answered(
    api(deleteIntroductionComment, input),
    answer => `Failed to delete comment: ${detailOf(answer)}`,
    unsigned,
  )
}
