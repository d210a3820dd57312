import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  deleteIntroductionComment,
} from '../../features/introductions/contract.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'
import { updates } from '../updates.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

const announced = async (kind: string, id: number) => {
  const changes = await server.owner.rows<{ op: string }>(
    sql`select distinct op from live_changes where kind = ${kind} and row_id = ${id} order by op`,
  )
  return changes.map(({ op }) => op)
}

test.for([
  ['topic', 'posts'],
  ['reply', 'comments'],
  ['event', 'events'],
  ['investor', 'investors'],
  ['investor comment', 'investor_comments'],
  ['introduction request', 'introduction_requests'],
  ['resource', 'resources'],
])('open browsers are told of a new %s, of an edit and of its deletion', async ([what = '', kind = '']) => {
  const { method, path, made, edits } = (await updates[what]?.(server, ada)) ?? expect.unreachable(what)
  const { id } = made as { id: number }
  expect(await announced(kind, id)).toContain('insert')
  await server.owner.run(sql`delete from live_changes`)
  expect(await ada.tries(method, path, edits[0])).toBe(200)
  expect(await announced(kind, id)).toEqual(['update'])
  await server.owner.run(sql`delete from live_changes`)
  expect(await ada.tries('DELETE', path)).toBeLessThan(300)
  expect(await announced(kind, id)).toEqual(['delete'])
})

test('open browsers are told of a new comment on a request and of its deletion', async () => {
  const request = await ada.does(createIntroductionRequest, {
    request_title: 'Meet a broker',
    context: 'We want to learn how drayage is booked.',
    your_company: 'Lakeline',
  })
  const { id } = await ada.does(addIntroductionComment, { requestId: request.id, comment_text: 'Any news?' })
  expect(await announced('introduction_comments', id)).toEqual(['insert'])
  await ada.does(deleteIntroductionComment, { requestId: request.id, commentId: id })
  expect(await announced('introduction_comments', id)).toEqual(['delete', 'insert'])
})
