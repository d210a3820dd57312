import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSecret } from '../../database/embedded/password.ts'
import { end, folderWithDatabase, freshFolder, open, query } from './opening.ts'

const asRoot = process.getuid?.() === 0
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const withPassword = (given: string, password: string) => {
  const url = new URL(given)
  url.password = password
  return url.href
}

/** PostgreSQL's first answer to a process of this user that sends only a role: R0 is accepted, R10 requests a password (SCRAM). */
function firstAnswer(socketDir: string, role: string, user: { uid: number; gid: number }) {
  const script = `
    const [folder, role, uid, gid] = process.argv.slice(1)
    if (process.getuid() === 0) { process.setgroups([]); process.setgid(Number(gid)); process.setuid(Number(uid)) }
    const words = Buffer.from('user\\0' + role + '\\0database\\0community\\0\\0')
    const head = Buffer.alloc(8)
    head.writeInt32BE(8 + words.length, 0)
    head.writeInt32BE(196608, 4)
    const socket = require('node:net').connect(folder + '/.s.PGSQL.5432', () => socket.write(Buffer.concat([head, words])))
    socket.once('data', data => { console.log(String.fromCharCode(data[0]) + data.readInt32BE(5)); process.exit() })`
  const args = ['-e', script, socketDir, role, String(user.uid), String(user.gid)]
  return spawnSync(process.execPath, args, { cwd: '/', encoding: 'utf8' }).stdout.trim()
}

test('another process of the same user cannot connect without the password, as any role', async () => {
  const folder = freshFolder()
  const { ownerUrl, serverUrl, superuserUrl } = await open(folder)
  const user = statSync(join(folder, 'postgres'))
  const socketDir = new URL(ownerUrl).searchParams.get('host') ?? ''
  for (const role of ['postgres', 'community_owner', 'community_login'])
    expect(firstAnswer(socketDir, role, user)).toBe('R10')
  for (const url of [ownerUrl, serverUrl, superuserUrl]) {
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(query(withPassword(url, 'a guess'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  }
})

test('the data folder and its contents are private', async () => {
  const folder = join(freshFolder(), 'data')
  await open(folder)
  // If root owns it, PostgreSQL's user can traverse it but not list it.
  expect(modeOf(folder)).toBe(asRoot ? '711' : '700')
  expect(modeOf(join(folder, 'postgres'))).toBe('700')
  expect(modeOf(join(folder, 'socket'))).toBe('700')
  for (const name of ['postgres.password', 'postgres.log', 'server.lock'])
    expect(`${name} ${modeOf(join(folder, name))}`).toBe(`${name} 600`)
  expect(statSync(join(folder, 'postgres.password')).uid).toBe(process.getuid?.())
  // Started by root, PostgreSQL runs as a user id without a name, which no other program uses.
  const { uid } = statSync(join(folder, 'postgres'))
  if (asRoot) expect(spawnSync('id', ['-un', String(uid)]).status).not.toBe(0)
  else expect(uid).toBe(process.getuid?.())
})

test('a folder of an earlier release, with trust authentication, is converted', async () => {
  const folder = await folderWithDatabase()
  const first = await open(folder)
  await query(first.ownerUrl, `create table note (words text); insert into note values ('kept')`)
  for (const role of ['community_owner', 'community_login', 'postgres'])
    await query(first.superuserUrl, `alter role ${role} password null`)
  await end(first.child)
  // The earlier state: no passwords, and owned by `nobody` if root created it.
  const cluster = join(folder, 'postgres')
  rmSync(join(folder, 'postgres.password'))
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n')
  const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
  if (asRoot) execFileSync('chown', ['-R', 'nobody:', cluster])

  const second = await open(folder)
  expect(second.how).toBe('started')
  expect(await query(second.ownerUrl, 'select words from note')).toEqual([{ words: 'kept' }])
  expect(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8')).not.toContain('trust')
  const user = statSync(cluster)
  const socketDir = new URL(second.ownerUrl).searchParams.get('host') ?? ''
  expect(firstAnswer(socketDir, 'postgres', user)).toBe('R10')
  if (asRoot) {
    expect(user.uid).not.toBe(nobody)
    expect(lstatSync(join(cluster, 'base')).uid).toBe(user.uid)
  }
  await end(second.child)

  // The next start changes nothing.
  const third = await open(folder)
  expect(third.ownerUrl).toBe(second.ownerUrl)
})

test('each role has its own password; a folder of a release in which all had the same is converted', async () => {
  const folder = await folderWithDatabase()
  const first = await open(folder)
  const passwordOfServer = new URL(first.serverUrl).password
  for (const url of [first.ownerUrl, first.superuserUrl])
    await expect(query(withPassword(url, passwordOfServer), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await query(first.ownerUrl, `create table note (words text); insert into note values ('kept')`)
  const shared = readSecret(folder) ?? ''
  for (const role of ['community_owner', 'community_login', 'postgres'])
    await query(first.superuserUrl, `alter role ${role} password '${shared}'`)
  await end(first.child)
  const fingerprint = createHash('sha256').update(shared).digest('hex').slice(0, 16)
  writeFileSync(
    join(folder, 'postgres', 'pg_hba.conf'),
    `# Written by the server. Passwords: ${fingerprint}\nlocal all all scram-sha-256\n`,
  )

  const second = await open(folder)
  expect(await query(second.ownerUrl, 'select words from note')).toEqual([{ words: 'kept' }])
  expect(await query(second.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  for (const url of [second.ownerUrl, second.serverUrl])
    await expect(query(withPassword(url, shared), 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('the owner of the folder gets the password of a role as docs/operations.md says', async () => {
  const folder = freshFolder()
  const { ownerUrl } = await open(folder)
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const [, command = ''] = /PGPASSWORD=\$\((.*)\) \\/.exec(page) ?? []
  const password = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).trim()
  const socketDir = execFileSync('realpath', ['socket'], { cwd: folder, encoding: 'utf8' }).trim()
  expect(new URL(ownerUrl).searchParams.get('host')).toBe(socketDir)
  expect(await query(withPassword(ownerUrl, password), 'select current_user as me')).toEqual([
    { me: 'community_owner' },
  ])
})

test('the folder opens with a lost or wrong password file', async () => {
  const folder = await folderWithDatabase()
  const file = join(folder, 'postgres.password')
  rmSync(file)
  const first = await open(folder)
  expect(await query(first.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await end(first.child)
  writeFileSync(file, `${'x'.repeat(43)}\n`, { mode: 0o600 })
  const second = await open(folder)
  expect(await query(second.serverUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(second.serverUrl).not.toBe(first.serverUrl)
})

test('the password file belongs to the owner of the data folder, also if root creates it', async () => {
  const folder = freshFolder()
  if (asRoot) chownSync(folder, 1, 1)
  await open(folder)
  expect(statSync(join(folder, 'postgres.password')).uid).toBe(statSync(folder).uid)
})
