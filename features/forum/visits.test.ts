import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, deleteReply, getTopic, listTopics, type Topic, visitTopic } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const topicOf = (member: Member, title = 'Payroll') => member.does(createTopic, { title, content: 'Who does it?' })

test('replies of others since my last visit are new; my own, and those of unvisited topics, are not', async () => {
  const { id } = await topicOf(ada)
  const first = await bob.does(createReply, { id, content: 'One' })
  expect((await ada.does(getTopic, { id })).unseen).toBeNull()
  await ada.does(visitTopic, { id, last_reply_id: first.id })
  await ada.does(createReply, { id, content: 'Mine' })
  await ada.does(createReply, { id, content: 'Mine, anonymously', is_anonymous: true })
  expect((await ada.does(getTopic, { id })).unseen).toBeNull()
  const second = await bob.does(createReply, { id, content: 'Two' })
  const third = await bob.does(createReply, { id, content: 'Three', is_anonymous: true })
  expect((await ada.does(getTopic, { id })).unseen).toEqual({ count: 2, first_reply_id: second.id })
  const [listed] = await ada.does(listTopics, {})
  expect(listed?.unseen).toEqual({ count: 2, first_reply_id: second.id })

  await ada.does(visitTopic, { id, last_reply_id: third.id })
  // A tab that has seen less does not undo it.
  expect(await ada.does(visitTopic, { id, last_reply_id: first.id })).toEqual({ last_reply_id: third.id })
  expect((await ada.does(getTopic, { id })).unseen).toBeNull()
})

test('visits are visible to nobody else', async () => {
  const { id } = await topicOf(ada)
  await ada.does(visitTopic, { id, last_reply_id: 0 })
  expect(await bob.sql(sql`select 1 from topic_visits`)).toEqual([])
  expect(await ada.tries('PUT', '/api/posts/999999/visit', { last_reply_id: 0 })).toBe(404)
})

test('topics can be ordered by their latest reply; deleting it restores the order', async () => {
  await server.owner.run(sql`delete from posts`)
  const [one, two, three] = [await topicOf(ada, 'One'), await topicOf(ada, 'Two'), await topicOf(ada, 'Three')]
  const reply = await bob.does(createReply, { id: one.id, content: 'Late' })
  const titles = async (sort: 'newest' | 'active') => (await ada.does(listTopics, { sort })).map(topic => topic.title)
  expect(await titles('active')).toEqual(['One', 'Three', 'Two'])
  expect(await titles('newest')).toEqual(['Three', 'Two', 'One'])
  expect((await ada.pages<Topic>('/api/posts?sort=active&limit=1')).map(topic => topic.id)).toEqual([
    one.id,
    three.id,
    two.id,
  ])
  await bob.does(deleteReply, { id: reply.id })
  expect(await titles('active')).toEqual(['Three', 'Two', 'One'])
})
