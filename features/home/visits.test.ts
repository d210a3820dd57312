import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { name, sql } from '../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { getSinceLastVisit, noteVisit } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  // What every new community has.
  for (const table of ['posts', 'resources'])
    await server.owner.run(sql`update ${name(table)} set created_at = created_at - interval '1 day'`)
})
afterAll(() => server.close())

const nothing = { topics: 0, replies: 0, events: 0, members: 0, investors: 0, requests: 0, resources: 0 }

test('what others did since my last visit is counted; a visit ends after 30 idle minutes', async () => {
  const ada = await server.member('Ada')
  const bob = await server.member('Bob')
  const mine = await ada.does(createTopic, { title: 'Mine', content: 'Text' })
  expect(await ada.does(getSinceLastVisit, {})).toEqual({ since: null, ...nothing })
  await ada.does(noteVisit, {})
  const pass = (minutes: number) =>
    server.owner.run(
      sql`update member_visits set last_at = last_at - make_interval(mins => ${minutes}) where user_id = ${ada.user_id}`,
    )
  await pass(29)
  await ada.does(noteVisit, {})
  expect((await ada.does(getSinceLastVisit, {})).since).toBeNull()

  await pass(31)
  const { id } = await bob.does(createTopic, { title: 'New', content: 'Text' })
  await bob.does(createTopic, { title: 'Anonymous', content: 'Text', is_anonymous: true })
  await bob.does(createReply, { id: mine.id, content: 'In a topic that Ada follows' })
  await bob.does(createReply, { id, content: 'In one that she does not' })
  const investor = await bob.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await bob.does(postComment, { id: investor.id, content: 'Private', is_private: true })
  await ada.does(createTopic, { title: 'Mine again', content: 'Text', is_anonymous: true })
  const { since, ...counts } = await ada.does(getSinceLastVisit, {})
  expect(since).not.toBeNull()
  // Bob registered within the last half hour.
  expect(counts).toEqual({ ...nothing, topics: 2, replies: 1, investors: 1, members: 1 })
  // The same after the visit is noted, and while it goes on.
  for (let i = 0; i < 2; i++) {
    await ada.does(noteVisit, {})
    expect(await ada.does(getSinceLastVisit, {})).toEqual({ since, ...counts })
  }
  expect(await bob.sql(sql`select 1 from member_visits`)).toEqual([])
})
