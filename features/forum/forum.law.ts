import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'
import { createReply, createTopic } from './contract.ts'

const topicOf = ({ owner }: TestMembers) =>
  owner.does(createTopic, { title: 'Hiring in Pilsen', content: 'Who knows a plumber?' })
const onTopic =
  (rest = '', body?: unknown) =>
  async (people: TestMembers) => ({ path: `/api/posts/${(await topicOf(people)).id}${rest}`, body })
const onReply = (body?: unknown) => async (people: TestMembers) => {
  const topic = await topicOf(people)
  const reply = await people.owner.does(createReply, { id: topic.id, content: 'I do.' })
  return { path: `/api/comments/${reply.id}`, body }
}

export const routes: RouteLaw[] = [
  { route: 'GET /api/posts', ...members(200) },
  { route: 'GET /api/posts/:id', ...members(200), make: onTopic() },
  {
    route: 'POST /api/posts',
    ...members(200),
    owner: 201,
    other: 201,
    make: async () => ({ path: '/api/posts', body: { title: 'Pricing', content: 'Per seat or per ton?' } }),
  },
  { route: 'PATCH /api/posts/:id', ...members(200, 403), make: onTopic('', { title: 'Hiring in Pilsen, again' }) },
  { route: 'DELETE /api/posts/:id', ...members(200, 403), owner: 204, make: onTopic() },
  { route: 'PUT /api/posts/:id/pin', ...members(200, 403), make: onTopic('/pin') },
  { route: 'DELETE /api/posts/:id/pin', ...members(200, 403), make: onTopic('/pin') },
  { route: 'PUT /api/posts/:id/like', ...members(200), make: onTopic('/like') },
  { route: 'DELETE /api/posts/:id/like', ...members(200), make: onTopic('/like') },
  { route: 'PUT /api/posts/:id/visit', ...members(200), make: onTopic('/visit', { last_reply_id: 0 }) },
  { route: 'GET /api/posts/:id/follow', ...members(200), make: onTopic('/follow') },
  { route: 'PUT /api/posts/:id/follow', ...members(200), make: onTopic('/follow') },
  { route: 'DELETE /api/posts/:id/follow', ...members(200), make: onTopic('/follow') },
  { route: 'GET /api/posts/:id/comments', ...members(200), make: onTopic('/comments') },
  {
    route: 'POST /api/posts/:id/comments',
    ...members(200),
    owner: 201,
    other: 201,
    make: onTopic('/comments', { content: 'Me!' }),
  },
  { route: 'PATCH /api/comments/:id', ...members(200, 403), make: onReply({ content: 'I did.' }) },
  { route: 'DELETE /api/comments/:id', ...members(200, 403), owner: 204, make: onReply() },
]

export const tables: TableLaw = {
  posts: { server: '-', member: 'siud', visitor: '-' },
  comments: { server: '-', member: 'siud', visitor: '-' },
  topic_visits: { server: '-', member: 'siu', visitor: '-' },
  topic_follows: { server: '-', member: 'sid', visitor: '-' },
  post_likes: { server: '-', member: 'sid', visitor: '-' },
  anonymous_post_authors: { server: '-', member: 's', visitor: '-' },
  anonymous_comment_authors: { server: '-', member: 's', visitor: '-' },
  pending_removals: { server: '-', member: '-', visitor: '-' },
  forum_topics: { server: '-', member: 'siud', visitor: '-' },
  forum_replies: { server: '-', member: 'siud', visitor: '-' },
}
