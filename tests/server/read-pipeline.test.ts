import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, type Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { hashOf } from '../../server/session/session.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

// Reads of many requests share few connections and must not affect each other. The same holds without the pipeline.
describe.each(['on', 'off'])('with the pipeline %s', mode => {
  let server: TestServer
  let db: Database
  let people: { user_id: string; hash: Buffer }[]
  beforeAll(async () => {
    server = await startTestServer({ adminUrl: inject('adminUrl') })
    db = connect(server.db.url, { connections: 3, pipeline: mode === 'on' })
    people = []
    for (const name of ['Ada', 'Bob', 'Eve', 'Zoë']) {
      const { user_id, cookies } = await server.member(name)
      people.push({ user_id, hash: hashOf(/session=([^;]+)/.exec(cookies)?.[1] ?? '') })
    }
  })
  afterAll(async () => {
    await db.close()
    await server.close()
  })

  const person = (n: number) => people[n % people.length] as (typeof people)[number]
  const read = async (hash: Buffer, statement = sql`select to_json(me())`) =>
    (await db.readWithSession(hash, () => undefined, statement)).text
  const many = <T>(count: number, work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)))

  test('two hundred concurrent reads each run as their own member', async () => {
    const answers = await many(200, n => read(person(n).hash))
    expect(answers).toEqual(answers.map((_, n) => `"${person(n).user_id}"`))
  })

  test('a refused or failing read does not affect its neighbours, whether or not its statement was prepared', async () => {
    const outcomes = await many(200, n => {
      const { hash } = person(n)
      const fresh = sql`select json_build_array(${n}::integer, me())`
      if (n % 5 === 1) return read(hashOf(`nobody ${n}`), fresh).catch(error => error.code)
      if (n % 5 === 2) return read(hash, sql`select to_json(1 / ${0}::integer)`).catch(error => error.code)
      if (n % 5 === 3) return read(hash, sql`select to_json(nothing_of_that_name)`).catch(error => error.code)
      return read(hash, fresh)
    })
    for (const [n, outcome] of outcomes.entries()) {
      const own = new RegExp(`^\\[${n}, ?"${person(n).user_id}"\\]$`)
      // A statement that cannot be parsed is not prepared for the read behind it.
      expect(outcome).toMatch([own, /^NO401$/, /^22012$/, /^(42703|26000)$/, own][n % 5] as RegExp)
    }
  })

  test('an invalid value does not close the connection', async () => {
    const backends = [...new Set(await many(20, n => read(person(n).hash, sql`select to_json(pg_backend_pid())`)))]
    for (const [n, value] of ['2026-99-99', 'a\0b', '1e999', 'x'].entries())
      await expect(
        read(person(n).hash, sql`select to_json((${value}::text)::date + ${n}::integer)`),
      ).rejects.toMatchObject({
        code: expect.stringMatching(/^22/),
      })
    expect(await many(20, n => read(person(n).hash, sql`select to_json(${n}::integer)`))).toHaveLength(20)
    const open = await server.owner.rows(
      sql`select pid from pg_stat_activity where pid = any (${backends.map(Number)}::integer[])`,
    )
    expect(open).toHaveLength(backends.length)
  })

  test('only the read with an unsendable value fails', async () => {
    const endless: { self?: object } = {}
    endless.self = endless
    const outcomes = await many(100, n => {
      const { hash } = person(n)
      return n % 10 === 3
        ? read(hash, sql`select to_json(${endless}::json)`).catch(error => error.name)
        : read(hash, sql`select to_json(${n}::integer)`)
    })
    expect(outcomes).toEqual(outcomes.map((_, n) => (n % 10 === 3 ? 'TypeError' : String(n))))
    // Their connections were closed; others serve.
    expect(await many(20, n => read(person(n).hash, sql`select to_json(${n}::integer)`))).toHaveLength(20)
  })

  test('after a read the connection has no identity and no role', async () => {
    await many(50, n => read(person(n).hash))
    const left = await many(10, () =>
      db.asSystem(tx =>
        tx.one<object>(sql`select current_user as role, coalesce(current_setting('app.user_id', true), '') as me,
        current_setting('transaction_read_only') as read_only`),
      ),
    )
    for (const state of left) expect(state).toEqual({ role: 'community_server', me: '', read_only: 'off' })
  })

  test('transactions get a connection in turn while reads keep arriving', async () => {
    let isOver = false
    const reading = many(40, async n => {
      while (!isOver) await read(person(n).hash)
    })
    const written = await many(20, () => db.asSystem(tx => tx.one<{ one: number }>(sql`select 1 as one`)))
    isOver = true
    await reading
    expect(written).toHaveLength(20)
  })

  test('a slow read does not block others, not even while all others take some time', async () => {
    const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
    const order: string[] = []
    const slow = read(person(0).hash, sql`select to_json(pg_sleep(30)::text)`)
      .catch(() => undefined)
      .then(() => order.push('slow'))
    await pause(100)
    const others: Promise<unknown>[] = []
    for (let n = 0; n < 10; n++) {
      others.push(read(person(n).hash, sql`select to_json(pg_sleep(0.05)::text)`).then(() => order.push('other')))
      await pause(15)
    }
    await Promise.all(others)
    // The view lists the backends of all databases, those of other tests too.
    await server.owner.run(sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`)
    await slow
    expect(order.indexOf('slow')).toBe(10)
  })
})
