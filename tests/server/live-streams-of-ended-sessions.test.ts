import { expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { holdAccount, waitForLocks } from '../held-account.ts'
import { openHouse } from '../house.ts'
import { openStream } from './stream.ts'

test('a session that ends while the first stream of a process is being opened is told so at once', async () => {
  const house = await openHouse({ adminUrl: inject('adminUrl') })
  onTestFinished(() => house.close())
  const url = await house.listen()
  const ada = await house.member('Ada')
  // Admitting the stream ends its session: the process does not listen yet, and nobody will tell it later.
  await house.owner.run(sql`
    create function end_sessions() returns trigger language plpgsql security definer as
      $$ begin delete from sessions where user_id = new.user_id; return null; end $$`)
  await house.owner.run(
    sql`create trigger end_sessions after insert on live_streams for each row execute function end_sessions()`,
  )
  const stream = await openStream(url, ada.cookies)
  await expect.poll(() => stream.messages.map(one => one.event), { timeout: 5_000 }).toContain('ended')
  await expect.poll(() => stream.isClosed).toBe(true)
})

test('a session that ends while a later stream is being opened is told so at once, before anything else', async () => {
  const house = await openHouse({ adminUrl: inject('adminUrl') })
  onTestFinished(() => house.close())
  waitForLocks(house)
  const url = await house.listen()
  const ada = await house.member('Ada')
  const first = await openStream(url, ada.cookies)
  await expect.poll(() => first.messages.length, { timeout: 10_000 }).toBe(1)

  // The second stream has been admitted and waits for its place. The first tells when the process has heard of the end.
  const held = await holdAccount(house, ada.user_id, 'select pg_advisory_xact_lock(hashtext($1))')
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
  const house = await openHouse({ adminUrl: inject('adminUrl') })
  onTestFinished(() => house.close())
  const url = await house.listen()
  const ada = await house.member('Ada')
  const stream = await openStream(url, ada.cookies)
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBe(1)
  await house.owner.run(sql`alter table sessions disable trigger end_streams`)
  await house.owner.run(sql`delete from sessions where user_id = ${ada.user_id}`)
  await house.owner.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await expect
    .poll(() => stream.messages.map(one => one.event), { timeout: 10_000 })
    .toEqual(['hello', 'resync', 'ended'])
})
