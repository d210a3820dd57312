import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { name, sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

type Id = { id: number }
const insertInvestor = (creator: string | null) =>
  server.owner.one<Id>(
    sql`insert into investors (name, firm, user_id) values ('Ira Voss', 'Slate', ${creator}) returning id`,
  )

/** These tests use SQL with the members' role. */
describe('an investor', () => {
  let hers: Id
  let withoutCreator: Id
  beforeEach(async () => {
    hers = await insertInvestor(ada.user_id)
    withoutCreator = await insertInvestor(null)
  })

  const edits = async (who: Member, { id }: Id) =>
    (await who.sql(sql`update investors set title = 'Edited' where id = ${id} returning id`)).length === 1
  const deletes = async (who: Member, { id }: Id) =>
    (await who.sql(sql`delete from investors where id = ${id} returning id`)).length === 1

  test('has the specified columns', {
    tags: ['DATA-61', 'DATA-62', 'DATA-65', 'DATA-66', 'DATA-67', 'DATA-68'],
  }, async () => {
    const columns = await server.owner.rows<{ name: string; type: string }>(sql`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = 'investors'::regclass and attnum > 0`)
    const types = Object.fromEntries(columns.map(column => [column.name, column.type]))
    const text = [
      'name',
      'title',
      'firm',
      'email',
      'website',
      'linkedin',
      'twitter',
      'check_size',
      'description',
      'notes',
    ]
    expect(types).toMatchObject({
      ...Object.fromEntries(text.map(column => [column, 'text'])),
      id: 'integer',
      focus: 'text[]',
      stage: 'text[]',
      user_id: 'uuid',
      avg_rating: 'double precision',
      created_at: 'timestamp with time zone',
      updated_at: 'timestamp with time zone',
    })
  })

  test('is edited and deleted by its creator', { tags: ['DATA-78', 'DATA-79'] }, async () => {
    expect(await edits(ada, hers)).toBe(true)
    expect(await deletes(ada, hers)).toBe(true)
  })

  test('without a recorded creator is edited and deleted by any member, over HTTP too', {
    tags: ['DATA-80', 'DATA-81'],
  }, async () => {
    expect(await edits(bob, withoutCreator)).toBe(true)
    expect(await bob.tries('PATCH', `/api/investors/${withoutCreator.id}`, { title: 'Partner' })).toBe(200)
    expect(await bob.reads(`/api/investors/${withoutCreator.id}`)).toMatchObject({ user_id: null, is_creator: false })
    expect(await deletes(bob, withoutCreator)).toBe(true)
  })

  test('is neither edited nor deleted by another member', { tags: ['DATA-82', 'DATA-83'] }, async () => {
    expect(await edits(bob, hers)).toBe(false)
    expect(await deletes(bob, hers)).toBe(false)
    expect(await bob.tries('PATCH', `/api/investors/${hers.id}`, { title: 'x' })).toBe(403)
    expect(await bob.tries('DELETE', `/api/investors/${hers.id}`)).toBe(403)
    expect(await ada.reads(`/api/investors/${hers.id}`)).toMatchObject({ title: '' })
  })

  test('cannot be claimed, or added with another or no user_id', async () => {
    const claims = sql`update investors set user_id = ${bob.user_id} where id = ${withoutCreator.id}`
    await expect(bob.sql(claims)).rejects.toThrow(/permission denied/)
    for (const creator of [ada.user_id, null])
      await expect(
        bob.sql(sql`insert into investors (name, firm, user_id) values ('x', 'y', ${creator})`),
      ).rejects.toThrow(/row-level security/)
  })

  test('has ratings and counts that members cannot write', async () => {
    for (const column of ['rating_counts', 'comments_count', 'created_at', 'updated_at'])
      await expect(ada.sql(sql`update investors set ${name(column)} = default`)).rejects.toThrow(/permission denied/)
  })

  test('an update sets updated_at', { tags: ['DATA-76'] }, async () => {
    await server.owner.run(sql`update investors set updated_at = '2026-01-01', title = '' where id = ${hers.id}`)
    await edits(ada, hers)
    const row = await server.owner.one<{ is_new: boolean }>(sql`
      select updated_at > now() - interval '1 minute' as is_new from investors where id = ${hers.id}`)
    expect(row.is_new).toBe(true)
  })

  test('a visitor touches neither table, and both have policies', { tags: ['DATA-96'] }, async () => {
    for (const table of [sql`investors`, sql`investor_comments`])
      await expect(server.visitor.sql(sql`select 1 from ${table}`)).rejects.toThrow(/permission denied/)
    const policies = await server.owner.rows<{ tablename: string; cmd: string }>(sql`
      select tablename, cmd from pg_policies where tablename in ('investors', 'investor_comments') order by 1, 2`)
    const all = ['DELETE', 'INSERT', 'SELECT', 'UPDATE']
    expect(policies.map(policy => `${policy.tablename} ${policy.cmd}`)).toEqual([
      ...all.map(command => `investor_comments ${command}`),
      ...all.map(command => `investors ${command}`),
    ])
  })
})

test('every table has row-level rules, and none that a member may touch is without a policy', {
  tags: ['DATA-98'],
}, async () => {
  const bare = await server.owner.rows(sql`
    select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and (not relrowsecurity
      or (has_any_column_privilege('community_member', oid, 'select, insert, update')
        and not exists (select from pg_policies p where p.tablename = c.relname)))`)
  expect(bare).toEqual([])
})

describe('a comment', () => {
  let investor: Id
  beforeEach(async () => {
    investor = await insertInvestor(null)
  })
  const addComment = async (
    who: Member,
    more: { rating?: number | null; is_private?: boolean; content?: string } = {},
  ) => {
    const [row] = await who.sql<Id>(sql`
      insert into investor_comments (investor_id, user_id, content, rating, is_private)
      values (${investor.id}, ${who.profile_id}, ${more.content ?? 'Fair terms.'}, ${more.rating ?? null}, ${more.is_private ?? false})
      returning id`)
    return row as Id
  }

  test('has the specified columns; public unless said otherwise, its writer an integer', {
    tags: ['DATA-84', 'DATA-90', 'DATA-91'],
  }, async () => {
    const [row] = await ada.sql(sql`insert into investor_comments (investor_id, user_id, content)
      values (${investor.id}, ${ada.profile_id}, 'Hello') returning *`)
    expect(row).toEqual({
      id: expect.any(Number),
      investor_id: investor.id,
      user_id: ada.profile_id,
      content: 'Hello',
      rating: null,
      is_private: false,
      created_at: expect.any(Date),
      version: 1,
      mentions: [],
    })
    expect(Number.isInteger(ada.profile_id)).toBe(true)
  })

  test('has content', { tags: ['DATA-85'] }, async () => {
    await expect(addComment(ada, { content: '  ' })).rejects.toThrow(/violates check constraint/)
    const without = sql`insert into investor_comments (investor_id, user_id) values (${investor.id}, ${ada.profile_id})`
    await expect(ada.sql(without)).rejects.toThrow(/not-null/)
  })

  test('has a rating of 1 to 5, or none', { tags: ['DATA-86', 'DATA-87', 'DATA-88', 'DATA-89'] }, async () => {
    for (const rating of [1, 2, 3, 4, 5, null]) await addComment(ada, { rating })
    for (const rating of [0, 6, -1])
      await expect(addComment(ada, { rating })).rejects.toThrow(/violates check constraint/)
    await expect(addComment(ada, { rating: 4.5 })).rejects.toThrow(/integer/)
  })

  test('is read by all when public, and only by its writer when private', { tags: ['DATA-93'] }, async () => {
    const [open, secret] = [await addComment(ada), await addComment(ada, { is_private: true })]
    const seen = async (who: Member) =>
      (
        await who.sql<Id>(sql`select id from investor_comments where investor_id = ${investor.id} order by created_at`)
      ).map(row => row.id)
    expect(await seen(ada)).toEqual([open.id, secret.id])
    expect(await seen(bob)).toEqual([open.id])
  })

  test('is edited and deleted by its writer only', { tags: ['DATA-94', 'DATA-95'] }, async () => {
    const [open, secret] = [await addComment(ada), await addComment(ada, { is_private: true })]
    for (const { id } of [open, secret]) {
      expect(await bob.sql(sql`update investor_comments set content = 'x' where id = ${id} returning id`)).toEqual([])
      expect(await bob.sql(sql`delete from investor_comments where id = ${id} returning id`)).toEqual([])
      expect(await ada.sql(sql`update investor_comments set content = 'x' where id = ${id} returning id`)).toEqual([
        { id },
      ])
      expect(await ada.sql(sql`delete from investor_comments where id = ${id} returning id`)).toEqual([{ id }])
    }
  })

  test('cannot have another user_id or move to another investor', async () => {
    await expect(
      bob.sql(
        sql`insert into investor_comments (investor_id, user_id, content) values (${investor.id}, ${ada.profile_id}, 'x')`,
      ),
    ).rejects.toThrow(/row-level security/)
    const { id } = await addComment(ada)
    for (const column of [sql`investor_id`, sql`user_id`, sql`created_at`])
      await expect(ada.sql(sql`update investor_comments set ${column} = default where id = ${id}`)).rejects.toThrow(
        /permission denied/,
      )
  })
})
