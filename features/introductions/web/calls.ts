import type { Input } from '../../../contract/endpoint.ts'
import { api, type Options } from '../../../web/api/call.ts'
import type { ReadOptions } from '../../../web/api/query.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  deleteIntroductionComment,
  deleteIntroductionRequest,
  listIntroductionComments,
  listIntroductionRequests,
  updateIntroductionRequest,
} from '../contract.ts'
import { bodyOf, detailOf, notSignedIn, withMessage } from './failures.ts'

/** The signed-in member, whose id is sent with every change. */
type Me = { id: string } | null
type Sent<E extends { body: unknown } & Parameters<typeof api>[0]> = Omit<Input<E>, 'user_id'>
type Key = { key: string }

function mustBeSignedIn(me: Me, message: string): { id: string } {
  if (!me) throw notSignedIn(message)
  return me
}

export const fetchRequests = (input: Input<typeof listIntroductionRequests>, options: ReadOptions) =>
  withMessage(
    api(listIntroductionRequests, input, options),
    ({ status }) => `Failed to fetch intro requests: ${status}`,
  )

export const fetchComments = (requestId: number, options: ReadOptions) =>
  withMessage(
    api(listIntroductionComments, { requestId }, options),
    ({ status }) => `Failed to fetch comments: ${status}`,
  )

export async function createRequest(me: Me, request: Sent<typeof createIntroductionRequest>, key?: Key) {
  const unsigned = 'User not authenticated'
  const { id } = mustBeSignedIn(me, unsigned)
  return withMessage(
    api(createIntroductionRequest, { ...request, user_id: id }, key),
    answer => `Failed to create request: ${answer.status} - ${bodyOf(answer)}`,
    unsigned,
  )
}

export async function updateRequest(me: Me, changes: Sent<typeof updateIntroductionRequest>) {
  const unsigned = 'You must be logged in to update a request'
  const { id } = mustBeSignedIn(me, unsigned)
  return withMessage(
    api(updateIntroductionRequest, { ...changes, user_id: id }),
    answer => `Failed to update request: ${answer.status} - ${bodyOf(answer)}`,
    unsigned,
  )
}

export async function deleteRequest(me: Me, input: Input<typeof deleteIntroductionRequest>) {
  const unsigned = 'You must be logged in to delete a request'
  mustBeSignedIn(me, unsigned)
  return withMessage(
    api(deleteIntroductionRequest, input),
    answer => `Failed to delete request: ${answer.status} - ${bodyOf(answer)}`,
    unsigned,
  )
}

export async function addComment(me: Me, comment: Sent<typeof addIntroductionComment>, options?: Options) {
  const unsigned = 'User not authenticated'
  const { id } = mustBeSignedIn(me, unsigned)
  return withMessage(
    api(addIntroductionComment, { ...comment, user_id: id }, options),
    answer => `Failed to add comment: ${detailOf(answer)}`,
    unsigned,
  )
}

/** The response is a 204 or JSON. */
export async function deleteComment(me: Me, input: Input<typeof deleteIntroductionComment>) {
  const unsigned = 'User not authenticated'
  mustBeSignedIn(me, unsigned)
  return withMessage(
    api(deleteIntroductionComment, input),
    answer => `Failed to delete comment: ${detailOf(answer)}`,
    unsigned,
  )
}
