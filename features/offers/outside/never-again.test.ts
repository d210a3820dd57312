import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { postMail } from '../../../server/mail/mail.ts'
import { hashOf } from '../../../server/session/session.ts'
import { waitForLocks } from '../../../tests/held-account.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { accepted, requestFor } from '../story.ts'
import { JANE, mailsTo, never, startMailingServer, writtenToJane } from './outside-story.ts'

/** Bob has us write to Jane. She asks never to be written to again at the moment at which Carl has us write to her about another request. */
let server: TestServer
let carl: Member
let bobs: { offer: string; token: string }
let carls: string
beforeAll(async () => {
  server = await startMailingServer(inject('adminUrl'))
  waitForLocks(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from outbox`)
  await server.owner.run(sql`delete from blocked_addresses`)
  const [ada, bob, dora] = [await server.member('Ada'), await server.member('Bob'), await server.member('Dora')]
  carl = await server.member('Carl')
  bobs = await writtenToJane(server, ada, bob)
  carls = await accepted(dora, carl, await requestFor(dora, null))
})

/** Resolves when a transaction waits for another one in this function. */
const waitsIn = (name: string) =>
  expect
    .poll(
      () =>
        server.owner.rows(sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${name}(%`}`),
      { timeout: 60_000 },
    )
    .toHaveLength(1)

test("a mail at the moment of 'never again' is not sent", async () => {
  let writing: ReturnType<Member['tries']> | undefined
  await server.db.asSystem(async tx => {
    await tx.run(sql`select block_address(${hashOf(bobs.token)})`)
    writing = carl.tries('POST', `/api/offers/${carls}/mail`, { email: JANE })
    await Promise.race([writing, waitsIn('begin_outside_mail')])
  })
  expect(await writing).toBe(200)
  expect(await mailsTo(server, JANE)).toEqual([])
})

test("'never again' at the moment of a mail takes it back, and its address", async () => {
  const { hash } = await server.owner.one<{ hash: Buffer }>(
    sql`select address_hash as hash from outside_mails where token_hash = ${hashOf(bobs.token)}`,
  )
  let blocking: Promise<number> | undefined
  await server.db.asSystem(async tx => {
    await tx.run(sql`select begin_outside_mail(${carl.user_id}, ${carls}, ${JANE}, ${hash}, ${hashOf('a new link')})`)
    await postMail(tx, { recipient: JANE, subject: 'Hello', body: 'A word.', offerId: carls })
    blocking = never(server, bobs.token)
    await Promise.race([blocking, waitsIn('block_address')])
  })
  expect(await blocking).toBe(204)
  expect(await mailsTo(server, JANE)).toEqual([])
  const addresses = sql`select 1 from outside_addresses where offer_id in (${bobs.offer}, ${carls})`
  expect(await server.owner.rows(addresses)).toEqual([])
})
