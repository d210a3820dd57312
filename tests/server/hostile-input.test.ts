import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fuzz } from '../../proof/hostile/fuzz.ts'
import { type Members, setUpMembers } from '../../proof/hostile/members.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let members: Members
beforeAll(async () => {
  server = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: { EMAIL_CONFIRMATION: 'on', LIMIT_STREAMS: '1000' },
  })
  members = await setUpMembers(await server.listen(), server.db.url)
})
afterAll(async () => {
  await members.close()
  await server.close()
})

// `npm run proof -- hostile-input` sends 100,000.
test('3,000 valid, nearly valid and hostile requests get no error of the server, no reply outside its contract and no secret', async () => {
  const { failures } = await fuzz(members, 3000, 20_261_117)
  expect(failures.map(({ problem, curl, seed }) => `${problem}\n  ${curl}\n  seed ${seed}`)).toEqual([])
}, 300_000)
