import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, getTopic, listReplies, listTopics, updateReply } from '../forum/contract.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  listIntroductionComments,
} from '../introductions/contract.ts'
import { addInvestor, listComments, postComment, updateComment } from '../investors/contract.ts'

let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
  cleo = await server.member('Cleo Chen')
})
afterAll(() => server.close())

const idOf = ({ profile_id }: Member) => profile_id ?? 0
const asMention = (member: Member, full_name: string) => ({ id: idOf(member), full_name })

test('replies of the server name the members whom a text mentions, in the order of the mentions', async () => {
  const [b, c] = [asMention(bob, 'Bob Kowalski'), asMention(cleo, 'Cleo Chen')]
  const mentions = [c.id, b.id, idOf(ada)]
  const content = '@Bob Kowalski and @cleo chen know.'
  const topic = await ada.does(createTopic, { title: 'Payroll', content, mentions })
  expect(topic.mentions).toEqual([c, b])
  expect((await cleo.does(getTopic, { id: topic.id })).mentions).toEqual([c, b])
  expect((await cleo.does(listTopics, {}))[0]?.mentions).toEqual([c, b])

  const reply = await ada.does(createReply, { id: topic.id, content, mentions })
  expect(reply.mentions).toEqual([c, b])
  expect((await cleo.does(listReplies, { id: topic.id }))[0]?.mentions).toEqual([c, b])
  const edited = await ada.does(updateReply, { id: reply.id, content: 'Only @Cleo Chen.', version: reply.version })
  expect(edited.mentions).toEqual([c])

  const request = await ada.does(createIntroductionRequest, {
    ...{ request_title: 'Freight', context: 'Looking for pilots', your_company: 'Lakeside' },
  })
  const comment = await ada.does(addIntroductionComment, { requestId: request.id, comment_text: content, mentions })
  expect(comment.mentions).toEqual([c, b])
  expect((await cleo.does(listIntroductionComments, { requestId: request.id }))[0]?.mentions).toEqual([c, b])

  const investor = await ada.does(addInvestor, { name: 'Ivy Investor', firm: 'Ivy' })
  const note = await ada.does(postComment, { id: investor.id, content, mentions, is_private: true })
  expect(note.mentions).toEqual([c, b])
  await ada.does(updateComment, { id: note.id, is_private: false, version: note.version ?? 0 })
  expect((await cleo.does(listComments, { id: investor.id }))[0]?.mentions).toEqual([c, b])
})

test('texts without mentions, anonymous texts and members who left or changed their name give none', async () => {
  const content = 'Ask @Bob Kowalski'
  const plain = await ada.does(createTopic, { title: 'Plain', content })
  expect(plain.mentions).toEqual([])
  const anonymous = { is_anonymous: true, mentions: [idOf(bob)] }
  const hidden = await ada.does(createTopic, { title: 'Hidden', content, ...anonymous })
  expect(hidden.mentions).toEqual([])
  expect((await ada.does(createReply, { id: hidden.id, content, ...anonymous })).mentions).toEqual([])

  const dan = await server.member('Dan Drew')
  const { id } = await ada.does(createTopic, { title: 'Dan', content: 'Ask @Dan Drew', mentions: [idOf(dan)] })
  await server.owner.run(sql`update profiles set full_name = 'Dan Doe' where id = ${idOf(dan)}`)
  expect((await ada.does(getTopic, { id })).mentions).toEqual([])
  await server.owner.run(sql`update profiles set full_name = 'Dan Drew' where id = ${idOf(dan)}`)
  expect((await ada.does(getTopic, { id })).mentions).toEqual([asMention(dan, 'Dan Drew')])
  await server.owner.run(sql`delete from users where id = ${dan.user_id}`)
  expect((await ada.does(getTopic, { id })).mentions).toEqual([])
})

test('a name is mentioned as a whole, in any case, with whatever signs it has', async () => {
  const ann = await server.member('Ann (C++) O’Neil')
  const mentioned = async (content: string) =>
    (await ada.does(createTopic, { title: 'Whole names', content, mentions: [idOf(ann)] })).mentions.length
  expect(await mentioned('@Ann (C++) O’Neil')).toBe(1)
  expect(await mentioned('Ask @ann (c++) o’NEIL, please')).toBe(1)
  expect(await mentioned('@Ann (C++) O’Neilson')).toBe(0)
  expect(await mentioned('@Ann (C++) O’Neilson or @Ann (C++) O’Neil?')).toBe(1)
  expect(await mentioned(`${'@Ann (C++) O’Neilson '.repeat(49)}@Ann (C++) O’Neil`)).toBe(1)
  // Only so many places are looked at, since every reader would wait for it.
  expect(await mentioned(`${'@Ann (C++) O’Neilson '.repeat(50)}@Ann (C++) O’Neil`)).toBe(0)
  expect(await mentioned('Ann (C++) O’Neil')).toBe(0)
})
