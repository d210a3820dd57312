import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'
import { addIntroductionComment, createIntroductionRequest } from './contract.ts'

const request = {
  request_title: 'Meet a freight broker',
  context: 'We want to learn how drayage is booked.',
  your_company: 'Lakeline Freight',
}

/** Creates a request of the owner and returns the call on it. */
const onRequest =
  (rest = '', body?: unknown) =>
  async ({ owner }: TestMembers) => {
    const { id } = await owner.does(createIntroductionRequest, request)
    return { path: `/api/introduction-requests/${id}${rest}`, body }
  }

export const routes: RouteLaw[] = [
  { route: 'GET /api/direct-introduction-requests', ...members(200) },
  { route: 'GET /api/open-introduction-requests', ...members(200) },
  {
    route: 'POST /api/direct-introduction-requests',
    ...members(201),
    make: async () => ({ path: '/api/direct-introduction-requests', body: request }),
  },
  { route: 'GET /api/introduction-requests/:id', ...members(200), make: onRequest() },
  { route: 'GET /api/introduction-requests/:id/history', ...members(200), make: onRequest('/history') },
  { route: 'GET /api/introduction-requests/:id/blurb', ...members(200), make: onRequest('/blurb') },
  {
    route: 'PUT /api/introduction-requests/:id/blurb',
    ...members(200, 403),
    make: onRequest('/blurb', { text: 'We book drayage trucks.' }),
  },
  { route: 'PATCH /api/introduction-requests/:id', ...members(200, 403), make: onRequest('', { status: 'approved' }) },
  { route: 'DELETE /api/introduction-requests/:id', ...members(200, 403), make: onRequest() },
  {
    route: 'POST /api/introduction-requests/:id/still-looking',
    ...members(200, 403),
    make: onRequest('/still-looking', { answer: 'yes' }),
  },
  {
    route: 'GET /api/introduction-comments/:requestId',
    ...members(200),
    make: async ({ owner }) => {
      const { id } = await owner.does(createIntroductionRequest, request)
      return { path: `/api/introduction-comments/${id}` }
    },
  },
  {
    route: 'POST /api/introduction-requests/:requestId/comments',
    ...members(201),
    make: onRequest('/comments', { comment_text: 'I know somebody.' }),
  },
  {
    // Here the owner is both the requester and the comment's author. rules.test.ts covers the other cases.
    route: 'DELETE /api/introduction-requests/:requestId/comments/:commentId',
    ...members(204, 403),
    make: async ({ owner }) => {
      const { id } = await owner.does(createIntroductionRequest, request)
      const comment = await owner.does(addIntroductionComment, {
        requestId: id,
        comment_text: 'Still looking.',
      })
      return { path: `/api/introduction-requests/${id}/comments/${comment.id}` }
    },
  },
]

export const tables: TableLaw = {
  introduction_requests: { server: '-', member: 'siud', visitor: '-' },
  introduction_targets: { server: '-', member: 'siu', visitor: '-' },
  introduction_blurbs: { server: '-', member: 'siu', visitor: '-' },
  introduction_comments: { server: '-', member: 'sid', visitor: '-' },
  introduction_status_changes: { server: '-', member: 's', visitor: '-' },
}
