import { expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { holdAccount, waitForLocks } from '../held-account.ts'
import { startTestServer } from '../test-server.ts'
import { openStream } from './stream.ts'

test('a stream whose session ends while the first stream of a process opens is ended at once', async () => {
  const server = await startTestServer({ adminUrl: inject('adminUrl') })
  onTestFinished(() => server.close())
  const url = await server.listen()
  const ada = await server.member('Ada')
  // The session ends while the stream is admitted: the process does not LISTEN yet and would miss the notification.
  await server.owner.run(sql`
    create function end_sessions() returns trigger language plpgsql security definer as
      $$ begin delete from sessions where user_id = new.user_id; return null; end $$`)
  await server.owner.run(
    sql`create trigger end_sessions after insert on live_streams for each row execute function end_sessions()`,
  )
  const stream = await openStream(url, ada.cookies)
  await expect.poll(() => stream.messages.map(message => message.event), { timeout: 5_000 }).toContain('ended')
  await expect.poll(() => stream.isClosed).toBe(true)
})

test('a stream whose session ends while a later stream opens is ended at once, before any other message', async () => {
  const server = await startTestServer({ adminUrl: inject('adminUrl') })
  onTestFinished(() => server.close())
  waitForLocks(server)
  const url = await server.listen()
  const ada = await server.member('Ada')
  const first = await openStream(url, ada.cookies)
  await expect.poll(() => first.messages.length, { timeout: 10_000 }).toBe(1)

  // The second stream has been admitted and waits for its slot. The first shows when the process was notified of the end.
  const held = await holdAccount(server, ada.user_id, 'select pg_advisory_xact_lock(hashtext($1))')
  const opening = openStream(url, ada.cookies)
  await held.waiting(1)
  expect(await ada.tries('POST', '/api/auth/sign-out')).toBe(204)
  await expect.poll(() => first.isClosed, { timeout: 10_000 }).toBe(true)
  await held.letGo()

  const second = await opening
  await expect.poll(() => second.messages.map(message => message.event), { timeout: 10_000 }).toEqual(['ended'])
  await expect.poll(() => second.isClosed, { timeout: 10_000 }).toBe(true)
})

test('a session that ends while the LISTEN connection is lost is ended when the server listens again', async () => {
  const server = await startTestServer({ adminUrl: inject('adminUrl') })
  onTestFinished(() => server.close())
  const url = await server.listen()
  const ada = await server.member('Ada')
  const stream = await openStream(url, ada.cookies)
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBe(1)
  await server.owner.run(sql`alter table sessions disable trigger end_streams`)
  await server.owner.run(sql`delete from sessions where user_id = ${ada.user_id}`)
  await server.owner.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await expect
    .poll(() => stream.messages.map(message => message.event), { timeout: 10_000 })
    .toEqual(['hello', 'resync', 'ended'])
})
