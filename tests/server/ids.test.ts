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
/** Each is a number to JavaScript, and most of them the number `id`. */
const disguised = (id: number) => [`${id}e0`, `0x${id.toString(16)}`, `+${id}`, `${id}.0`, ` ${id}`]
/** Of a picture: no whole number. */
const FRACTION = 'zoom'

test('wherever an address has an id or a limit, it is plain decimal digits', () => {
  const taken: string[] = []
  let numbers = 0
  for (const { endpoint } of handlers)
    for (const [name, shape] of [...fieldsOf(endpoint.params), ...fieldsOf(endpoint.query)]) {
      if (name === FRACTION || shape.safeParse('5').data !== 5) continue
      numbers++
      for (const said of disguised(5))
        if (shape.safeParse(said).success) taken.push(`${endpoint.method} ${endpoint.path} ${name}=${said}`)
    }
  expect(numbers).toBeGreaterThan(40)
  expect(taken).toEqual([])
})

test('an id in another form than digits is not found, and a limit is refused, as if they were words', async () => {
  const { id } = await ada.does(createTopic, { title: 'Payroll', content: 'Who does yours?', tags: ['General'] })
  for (const [path, row] of [
    ['/api/posts', id],
    ['/api/members', Number(ada.profile_id)],
  ] as const) {
    expect(await ada.tries('GET', `${path}/${row}`)).toBe(200)
    const word = await ada.asks('GET', `${path}/abc`)
    expect(word.status).toBe(404)
    for (const said of disguised(row)) {
      const answer = await ada.asks('GET', `${path}/${encodeURIComponent(said)}`)
      expect([answer.status, (answer.json as { error: string }).error], `${path}/${said}`).toEqual([
        404,
        (word.json as { error: string }).error,
      ])
    }
  }
  for (const asked of ['/api/posts?limit=', `/api/posts/${id}/comments?after=`]) {
    expect(await ada.tries('GET', `${asked}5`)).toBe(200)
    for (const said of ['abc', ...disguised(5)])
      expect(await ada.tries('GET', `${asked}${encodeURIComponent(said)}`), `${asked}${said}`).toBe(400)
  }
})
