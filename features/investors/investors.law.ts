import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'
import { addInvestor, postComment } from './contract.ts'

const add = ({ owner }: TestMembers) =>
  owner.does(addInvestor, { name: 'Nora Whitfield', firm: 'Ninth Street Capital' })
const comment = async (people: TestMembers, is_private: boolean) =>
  people.owner.does(postComment, { id: (await add(people)).id, content: 'Quick to answer.', rating: 4, is_private })

const onInvestor =
  (rest = '', body?: unknown) =>
  async (people: TestMembers) => ({ path: `/api/investors/${(await add(people)).id}${rest}`, body })
const onComment = (is_private: boolean, body?: unknown) => async (people: TestMembers) => ({
  path: `/api/investor-comments/${(await comment(people, is_private)).id}`,
  body,
})

export const routes: RouteLaw[] = [
  { route: 'GET /api/investors', ...members(200) },
  { route: 'GET /api/investors/counts', ...members(200) },
  {
    route: 'GET /api/investors/similar',
    ...members(200),
    make: async () => ({ path: '/api/investors/similar?name=Nora&firm=Ninth' }),
  },
  {
    route: 'GET /api/investors/named',
    ...members(200),
    make: async () => ({ path: '/api/investors/named?q=nora' }),
  },
  {
    route: 'POST /api/investors',
    ...members(201),
    make: async () => ({ path: '/api/investors', body: { name: 'Omar Lindqvist', firm: 'Harbor Row' } }),
  },
  { route: 'GET /api/investors/:id', ...members(200), make: onInvestor() },
  { route: 'GET /api/investors/:id/neighbours', ...members(200), make: onInvestor('/neighbours') },
  { route: 'PATCH /api/investors/:id', ...members(200, 403), make: onInvestor('', { title: 'Partner' }) },
  { route: 'DELETE /api/investors/:id', ...members(204, 403), make: onInvestor() },
  { route: 'GET /api/investors/:id/comments', ...members(200), make: onInvestor('/comments') },
  {
    route: 'POST /api/investors/:id/comments',
    ...members(201),
    make: onInvestor('/comments', { content: 'Asks good questions.' }),
  },
  { route: 'PATCH /api/investor-comments/:id', ...members(200, 403), make: onComment(false, { rating: 2 }) },
  { route: 'DELETE /api/investor-comments/:id', ...members(204, 403), make: onComment(false) },
  // A private comment of another member is not found (404), not forbidden (403).
  { route: 'PATCH /api/investor-comments/:id', ...members(200, 404), make: onComment(true, { rating: 2 }) },
  { route: 'DELETE /api/investor-comments/:id', ...members(204, 404), make: onComment(true) },
]

export const tables: TableLaw = {
  investors: { server: '-', member: 'siud', visitor: '-' },
  investor_comments: { server: '-', member: 'siud', visitor: '-' },
  investor_comment_ids: { server: '-', member: '-', visitor: '-' },
}
