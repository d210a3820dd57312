import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { storm } from '../../proof/hostile/storm.ts'
import { makeWorld, type World } from '../../proof/hostile/world.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: { EMAIL_CONFIRMATION: 'on', LIMIT_STREAMS: '1000' },
  })
  world = await makeWorld(await server.listen(), server.db.url)
})
afterAll(async () => {
  await world.close()
  await server.close()
})

// `npm run proof -- hostile-input` sends 100,000.
test('3,000 valid, nearly valid and hostile requests get no error of the server, no reply outside its contract and no secret', async () => {
  const { failures } = await storm(world, 3000, 20_261_117)
  expect(failures.map(({ problem, curl, seed }) => `${problem}\n  ${curl}\n  seed ${seed}`)).toEqual([])
}, 300_000)
