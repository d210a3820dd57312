import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { join, name, type Sql, sql } from '../../database/connection/sql.ts'
import { likeTopic } from '../../features/forum/contract.ts'
import { showIntroductions } from '../../features/outcomes/contract.ts'
import { setTie } from '../../features/ties/contract.ts'
import { memberWithRowsInEveryTable } from '../member-with-rows.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/**
 * What a member who has nothing to do with a row may do to it, by the policies alone: to all rows or only to some. Insert: a row like it. A
 * table that is not listed: nothing.
 */
const ofOthers: Record<string, string> = {
  comments: 'read, insert some', // anonymous ones
  events: 'read, update, delete',
  introduction_comments: 'read',
  introduction_requests: 'read',
  introduction_status_changes: 'read',
  introduction_thanks: 'read some',
  investor_comments: 'read some',
  investor_ties: 'read some',
  investors: 'read',
  outcome_settings: 'read some',
  post_likes: 'read some',
  posts: 'read, insert some', // anonymous ones
  profile_contacts: 'read some',
  profiles: 'read',
  resource_files: 'read',
  resources: 'read',
}

let server: TestServer
let tables: string[]
/** Rights on all columns, and no triggers: what is refused now is refused by a policy. */
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  const { lena, bob, secret, theirs } = await memberWithRowsInEveryTable(server)
  // Of each of these tables one row is for all and one is not.
  await bob.does(likeTopic, { id: secret.id })
  await bob.does(setTie, { id: theirs.id, kind: 'met', shown: 'named' })
  await bob.does(showIntroductions, { is_shown: false })
  await server.owner.run(sql`update introduction_thanks set is_public = user_id = ${lena.user_id}`)
  await server.owner.run(
    sql`update profile_contacts set visibility = case profile_id when ${lena.profile_id} then 'only me' else 'members' end`,
  )
  const found = await server.owner.rows<{ table: string }>(sql`
    select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  tables = found.map(({ table }) => table)
  await server.owner.run(sql`grant all on all tables in schema public to community_member`)
  for (const table of tables) await server.owner.run(sql`alter table ${name(table)} disable trigger user`)
})
afterAll(() => server.close())

const somebody = { user_id: randomUUID(), profile_id: -1 }

/** The number of rows that a statement of this member reads or changes; it is undone. Null: a policy refuses it. Any other error is later than the policies. */
async function reached(statement: Sql): Promise<number | null> {
  let rows = 0
  const undone = new Error('Undone')
  try {
    await server.db.asMember(somebody, async tx => {
      rows = await tx.run(statement)
      throw undone
    })
  } catch (error) {
    if ((error as Error).message.includes('row-level security')) return null
    if (error !== undone) rows = 1
  }
  return rows
}

async function rightsOn(table: string): Promise<string> {
  const columns = await server.owner.rows<{ column: string }>(sql`
    select attname as column from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' order by attnum`)
  const names = columns.map(({ column }) => name(column))
  const list = join(names)
  const rows = await server.owner.rows<{ row: string }>(
    sql`select to_jsonb(t)::text as row from ${name(table)} t limit 20`,
  )
  const seen = await reached(sql`select from ${name(table)}`)
  const all = await server.owner.run(sql`select from ${name(table)}`)
  const copies = await Promise.all(
    rows.map(({ row }) =>
      reached(sql`insert into ${name(table)} (${list}) overriding system value
        select ${list} from jsonb_populate_record(null::${name(table)}, ${row}::jsonb)`),
    ),
  )
  // Neither reads a column, which would need the policies for reading too. The last column is in no policy.
  const updated = await reached(sql`update ${name(table)} set ${join(names.slice(-1))} = null`)
  const deleted = await reached(sql`delete from ${name(table)}`)
  const inserted = copies.filter(copy => copy !== null).length
  const part = (what: string, number: number, of: number) => number > 0 && (number < of ? `${what} some` : what)
  return [
    part('read', seen ?? 0, all),
    part('insert', inserted, copies.length),
    updated !== 0 && 'update',
    deleted !== 0 && 'delete',
  ]
    .filter(Boolean)
    .join(', ')
}

test('the policies alone refuse what others may not do to the rows of a member', async () => {
  const real: Record<string, string> = {}
  for (const table of tables) real[table] = await rightsOn(table)
  expect(Object.fromEntries(Object.entries(real).filter(([, rights]) => rights))).toEqual(ofOthers)
})
