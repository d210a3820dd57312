import { newClient } from '../database/connection/client.ts'
import { statementsOn } from '../database/connection/database.ts'
import { DEMO_EMAIL } from '../features/members/demo.ts'
import { fillDemo } from '../scripts/demo/fill.ts'
import { hashPassword } from '../server/session/passwords.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

/** A server with the demo community, and Maya, the demo account. */
export async function startDemoServer(adminUrl: string): Promise<{ server: TestServer; maya: Member }> {
  const server = await startTestServer({ adminUrl })
  const owner = newClient({ connectionString: server.config.databaseUrl })
  await owner.connect()
  await owner.query('begin')
  const files = { put: async () => {} }
  await fillDemo({ tx: statementsOn(owner), files, passwordHash: await hashPassword(PASSWORD) })
  await owner.query('commit')
  await owner.end()
  const { cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', { email: DEMO_EMAIL, password: PASSWORD })
  return { server, maya: await server.known(cookies, DEMO_EMAIL) }
}
