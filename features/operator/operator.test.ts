import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent, updateEvent } from '../events/contract.ts'
import { createReply, createTopic, likeTopic } from '../forum/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { commands } from './commands.ts'
import { kinds, tablesOf } from './hiding.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const operator = (name: string, ...args: (string | number)[]) =>
  commands[name]?.run(server.owner, ...args.map(String)) ?? Promise.reject(new Error(`no command ${name}`))
const signIn = (member: Member, cookie = '') =>
  server.visitor.asks(
    'POST',
    '/api/auth/sign-in',
    { email: member.email, password: PASSWORD },
    cookie ? { cookie } : {},
  )

test('members are found by name or email; the former member is not listed', async () => {
  const [line] = await operator('members', 'osei')
  expect(line).toMatch(new RegExp(`^${ada.email}  Ada Osei  ·  joined \\d{4}-\\d\\d-\\d\\d  ·  last here`))
  expect((await operator('members')).join()).not.toContain('former.member')
})

test('disabling a member ends all sessions, and enabling allows sign-in again', async () => {
  const eve = await server.member('Eve')
  const phone = await signIn(eve)
  expect(await operator('disable', eve.email.toUpperCase())).toEqual([
    `${eve.email.toUpperCase()} is disabled and signed out everywhere.`,
  ])
  expect(await eve.tries('GET', '/api/profile')).toBe(401)
  expect((await server.visitor.asks('GET', '/api/profile', undefined, { cookie: phone.cookies })).status).toBe(401)
  expect((await signIn(eve)).status).toBe(401)
  expect((await operator('members', eve.email))[0]).toContain('DISABLED')
  await operator('enable', eve.email)
  expect((await signIn(eve)).status).toBe(200)
  expect((await operator('log', eve.email)).map(line => line.split('  ')[1])).toEqual(
    expect.arrayContaining(['disabled by the operator', 'enabled by the operator', 'signed in']),
  )
})

test('invalid commands give an error', async () => {
  await expect(operator('disable', 'nobody@example.com')).rejects.toThrow(
    "There is no account with the email 'nobody@example.com'.",
  )
  await expect(operator('enable', 'former.member@invalid')).rejects.toThrow('There is no account')
  await expect(operator('disable')).rejects.toThrow('The email is missing.')
  await expect(operator('hide', 'event', 1)).rejects.toThrow('The kind or the id is missing or wrong.')
  await expect(operator('hide', 'post', 999_999)).rejects.toThrow('There is no post 999999.')
  await expect(operator('show', 'post', 999_999)).rejects.toThrow('post 999999 is not hidden.')
})

/** All replies in which a member could see the topic. */
async function repliesAbout(id: number, word: string) {
  const answers = await Promise.all(
    [
      `/api/posts/${id}`,
      `/api/posts?q=${word}`,
      '/api/posts',
      `/api/posts/${id}/comments`,
      '/api/home',
      '/api/activity',
    ].map(path => bob.asks('GET', path)),
  )
  return answers.map(answer => answer.text.replace(/"request_id":"[^"]*"/, ''))
}

test('a hidden topic is in no reply, and is restored with replies, likes and authors', async () => {
  const topic = await ada.does(createTopic, { title: 'Zebrafish in Pilsen', content: 'Zebrafish.', is_anonymous: true })
  const named = await bob.does(createReply, { id: topic.id, content: 'Zebrafish!' })
  const anonymousReply = await ada.does(createReply, {
    id: topic.id,
    content: 'Indeed, zebrafish.',
    is_anonymous: true,
  })
  await bob.does(likeTopic, { id: topic.id })
  const before = await repliesAbout(topic.id, 'zebrafish')
  expect(before.filter(text => text.includes('ebrafish')).length).toBeGreaterThan(3)

  expect(await operator('hide', 'post', topic.id)).toEqual([`post ${topic.id}, 'Zebrafish in Pilsen', is hidden.`])
  for (const text of await repliesAbout(topic.id, 'zebrafish')) expect(text).not.toMatch(/zebrafish/i)
  expect(await ada.tries('GET', `/api/posts/${topic.id}`)).toBe(404)
  expect(await ada.tries('POST', `/api/posts/${topic.id}/comments`, { content: 'Where?' })).toBe(404)
  expect((await operator('hidden'))[0]).toMatch(new RegExp(`^post ${topic.id}  hidden .*  Zebrafish in Pilsen$`))

  await operator('show', 'post', topic.id)
  expect(await repliesAbout(topic.id, 'zebrafish')).toEqual(before)
  expect(await ada.tries('PATCH', `/api/posts/${topic.id}`, { title: 'Still mine' })).toBe(200)
  expect(await bob.tries('PATCH', `/api/posts/${topic.id}`, { title: 'Mine' })).toBe(403)
  expect(await ada.tries('PATCH', `/api/comments/${anonymousReply.id}`, { content: 'Still mine' })).toBe(200)
  expect(await bob.tries('PATCH', `/api/comments/${named.id}`, { content: 'Still mine' })).toBe(200)
  expect(await operator('hidden')).toEqual([])
})

test('a restored anonymous topic keeps the likes of deleted accounts; a named one loses them', async () => {
  const [author, liker, eve] = await Promise.all([
    server.member('Author'),
    server.member('Liker'),
    server.member('Eve'),
  ])
  const anonymous = await author.does(createTopic, { title: 'A layoff', content: 'How?', is_anonymous: true })
  const named = await bob.does(createTopic, { title: 'Lunch', content: 'Who comes?' })
  for (const member of [author, liker, eve]) {
    await member.does(likeTopic, { id: anonymous.id })
    await member.does(likeTopic, { id: named.id })
  }
  const likes = async ({ id }: { id: number }) =>
    (await bob.reads<{ likes_count: number }>(`/api/posts/${id}`)).likes_count
  const leaves = (member: Member) =>
    member.asks('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })
  await leaves(author)
  for (const topic of [anonymous, named]) await operator('hide', 'post', topic.id)
  await leaves(liker)
  for (const topic of [anonymous, named]) await operator('show', 'post', topic.id)
  expect([await likes(anonymous), await likes(named)]).toEqual([3, 1])
  await eve.asks('DELETE', `/api/posts/${anonymous.id}/like`)
  expect(await likes(anonymous)).toBe(2)
})

test('a hidden reply is not counted, and can be restored only with its topic', async () => {
  const topic = await ada.does(createTopic, { title: 'Hiring', content: 'Who knows somebody?' })
  const reply = await bob.does(createReply, { id: topic.id, content: 'Nonsense' })
  await operator('hide', 'comment', reply.id)
  expect(await ada.reads(`/api/posts/${topic.id}`)).toMatchObject({ comments_count: 0 })
  expect(await ada.reads(`/api/posts/${topic.id}/comments`)).toEqual([])
  await operator('hide', 'post', topic.id)
  await expect(operator('show', 'comment', reply.id)).rejects.toThrow('is deleted or hidden')
  await operator('show', 'post', topic.id)
  await operator('show', 'comment', reply.id)
  expect(await ada.reads(`/api/posts/${topic.id}`)).toMatchObject({ comments_count: 1 })
})

test('a hidden investor is restored with its ratings and private comments', async () => {
  const investor = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed', stage: ['Seed'] })
  await bob.does(postComment, { id: investor.id, content: 'Quick to answer', rating: 5 })
  await ada.does(postComment, { id: investor.id, content: 'Ghosted me', rating: 1, is_private: true })
  const read = async (member: Member) => [
    await member.reads(`/api/investors/${investor.id}`),
    await member.reads(`/api/investors/${investor.id}/comments`),
  ]
  const before = [await read(ada), await read(bob)]
  await operator('hide', 'investor', investor.id)
  expect(await bob.tries('GET', `/api/investors/${investor.id}`)).toBe(404)
  expect(await bob.reads('/api/investors?q=prairie')).toEqual([])
  await operator('show', 'investor', investor.id)
  expect([await read(ada), await read(bob)]).toEqual(before)
})

test('deleting an account also deletes its hidden content', async () => {
  const eve = await server.member('Eve')
  const topic = await eve.does(createTopic, { title: 'Hidden and then gone', content: 'Text' })
  const hers = await eve.does(addInvestor, { name: 'Otto Brandt', firm: 'Lakefront' })
  await operator('hide', 'post', topic.id)
  await operator('hide', 'investor', hers.id)
  await eve.asks('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })
  await expect(operator('show', 'post', topic.id)).rejects.toThrow(`post ${topic.id} is not hidden.`)
  await operator('show', 'investor', hers.id)
  expect(await bob.tries('PATCH', `/api/investors/${hers.id}`, { name: 'Mine' })).toBe(403)
})

test('hiding covers every table that references a hidden one', async () => {
  for (const kind of kinds) {
    const moved = tablesOf(kind)
    const dependent = await server.owner.rows<{ table: string }>(sql`
      with recursive following as (
        select ${moved[0]}::regclass::oid as id
        union select k.conrelid from pg_constraint k join following f on k.confrelid = f.id
          where k.contype = 'f' and k.confdeltype = 'c')
      select id::regclass::text as table from following order by 1`)
    expect(dependent.map(row => row.table)).toEqual([...moved].sort())
  }
})

test('the operator removes the second factor after a lost device and lost codes', async () => {
  const eve = await server.member('Eve')
  await server.owner.run(sql`
    insert into factors (user_id, factor_type, phone, status) values (${eve.user_id}, 'phone', '+13125550142', 'verified')`)
  expect((await operator('members', eve.email))[0]).toContain('second factor')
  const passwordOnly = await signIn(eve)
  expect((await server.visitor.asks('GET', '/api/profile', undefined, { cookie: passwordOnly.cookies })).status).toBe(
    403,
  )
  await operator('remove-second-factor', eve.email)
  expect((await signIn(eve)).json).toMatchObject({ user: { factors: [] } })
})

function run(...args: string[]) {
  const script = join(import.meta.dirname, '../../scripts/operator.ts')
  const env = { ...process.env, DATABASE_URL: server.config.databaseUrl }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('the commands run while the server runs, and an unknown one prints the list', async () => {
  expect(run('members', ada.email)).toMatchObject({ status: 0, stdout: expect.stringContaining('Ada Osei') })
  expect(run('event-changes')).toMatchObject({ status: 0, stdout: 'There is nothing to list.\n' })
  const unknown = run('explode')
  expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining("There is no command 'explode'.") })
  for (const name of [...Object.keys(commands), 'restore-event']) expect(unknown.stderr).toContain(`-- ${name} `)
  expect(run('disable', 'nobody@example.com').status).toBe(1)
})

test('the event history distinguishes deleted accounts from the operator', async () => {
  const eve = await server.member('Eve')
  const demoDay = { title: 'Demo day', description: 'Six pitches.', location: 'mHUB', event_date: '2030-06-01' }
  const { id } = await eve.does(createEvent, demoDay)
  await ada.does(updateEvent, { id, title: 'Demo night' })
  await server.owner.run(sql`update events set title = 'Demo day' where id = ${id}`)
  expect(await eve.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })).toBe(204)
  expect(run('event-changes', String(id)).stdout.match(/(created|updated) by .*(?=:)/g)).toEqual([
    'updated by the operator',
    'updated by Ada Osei',
    'created by a former member',
  ])
})
