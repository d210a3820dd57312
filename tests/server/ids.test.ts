import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { createTopic } from '../../features/forum/contract.ts'
import { handlers } from '../../server/slices.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

const fieldsOf = (shape: z.ZodType) => (shape instanceof z.ZodObject ? Object.entries<z.ZodType>(shape.shape) : [])
/** Spellings that JavaScript converts to the number `id`. */
const spellingsOf = (id: number) => [`${id}e0`, `0x${id.toString(16)}`, `+${id}`, `${id}.0`, ` ${id}`]
/** The zoom of a picture is not an integer. */
const FRACTION = 'zoom'

test('ids and limits in addresses accept only decimal digits', () => {
  const taken: string[] = []
  let numbers = 0
  for (const { endpoint } of handlers)
    for (const [name, shape] of [...fieldsOf(endpoint.params), ...fieldsOf(endpoint.query)]) {
      if (name === FRACTION || shape.safeParse('5').data !== 5) continue
      numbers++
      for (const spelling of spellingsOf(5))
        if (shape.safeParse(spelling).success) taken.push(`${endpoint.method} ${endpoint.path} ${name}=${spelling}`)
    }
  expect(numbers).toBeGreaterThan(40)
  expect(taken).toEqual([])
})

test('another spelling of an id is 404, and of a limit 400', async () => {
  const { id } = await ada.does(createTopic, { title: 'Payroll', content: 'Who does yours?', tags: ['General'] })
  for (const [path, row] of [
    ['/api/posts', id],
    ['/api/members', Number(ada.profile_id)],
  ] as const) {
    expect(await ada.tries('GET', `${path}/${row}`)).toBe(200)
    const word = await ada.asks('GET', `${path}/abc`)
    expect(word.status).toBe(404)
    for (const spelling of spellingsOf(row)) {
      const answer = await ada.asks('GET', `${path}/${encodeURIComponent(spelling)}`)
      expect([answer.status, (answer.json as { error: string }).error], `${path}/${spelling}`).toEqual([
        404,
        (word.json as { error: string }).error,
      ])
    }
  }
  for (const asked of ['/api/posts?limit=', `/api/posts/${id}/comments?after=`]) {
    expect(await ada.tries('GET', `${asked}5`)).toBe(200)
    for (const spelling of ['abc', ...spellingsOf(5)])
      expect(await ada.tries('GET', `${asked}${encodeURIComponent(spelling)}`), `${asked}${spelling}`).toBe(400)
  }
})
