import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

test('/readyz asks the database once for all requests of a second, and says only that it answers', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const asked = vi.spyOn(server.db.pool, 'query')
  const ready = () => server.visitor.asks('GET', '/readyz')

  const answers = await Promise.all(Array.from({ length: 50 }, ready))
  for (let i = 0; i < 10; i++) answers.push(await ready())
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"ok":true}']))
  expect(asked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  await ready()
  expect(asked).toHaveBeenCalledTimes(2)
})
