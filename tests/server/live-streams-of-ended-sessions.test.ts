import { expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { holdAccount, waitForLocks } from '../held-account.ts'
import { startTestServer } from '../test-server.ts'
import { openStream } from './stream.ts'

test('a session that ends while the first stream of a process is being opened is told so at once', async () => {
  const server = await startTestServer({ adminUrl: inject('adminUrl') })
  onTestFinished(() => server.close())
  const url = await server.listen()
  const ada = await server.member('Ada')
  // Admitting the stream ends its session: the process does not listen yet, and nobody will tell it later.
  await server.owner.run(sql`
    create function end_sessions() returns trigger language plpgsql security definer as
      $$ begin delete from sessions where user_id = new.user_id; return null; end $$`)
  await server.owner.run(
    sql`create trigger end_sessions after insert on live_streams for each row execute function end_sessions()`,
  )
  const stream = await openStream(url, ada.cookies)
  await expect.poll(() => stream.messages.map(one => one.event), { timeout: 5_000 }).toContain('ended')
  await expect.poll(() => stream.isClosed).toBe(true)
})

test('a session that ends while a later stream is being opened is told so at once, before anything else', async () => {
  const server = await startTestServer({ adminUrl: inject('adminUrl') })
  onTestFinished(() => server.close())
  waitForLocks(server)
  const url = await server.listen()
  const ada = await server.member('Ada')
  const first = await openStream(url, ada.cookies)
  await expect.poll(() => first.messages.length, { timeout: 10_000 }).toBe(1)

  // The second stream has been admitted and waits for its place. The first tells when the process has heard of the end.
  const held = await holdAccount(server, ada.user_id, 'select pg_advisory_xact_lock(hashtext($1))')
  const opening = openStream(url, ada.cookies)
  await held.waiting(1)
  expect(await ada.tries('POST', '/api/auth/sign-out')).toBe(204)
  await expect.poll(() => first.isClosed, { timeout: 10_000 }).toBe(true)
  await held.letGo()

  const second = await opening
  await expect.poll(() => second.messages.map(one => one.event), { timeout: 10_000 }).toEqual(['ended'])
  await expect.poll(() => second.isClosed, { timeout: 10_000 }).toBe(true)
})

test('a session that ends while the server cannot hear of it is told so when it hears again', async () => {
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
    .poll(() => stream.messages.map(one => one.event), { timeout: 10_000 })
    .toEqual(['hello', 'resync', 'ended'])
})
