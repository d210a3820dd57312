import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

const signUp = (email: string, password = PASSWORD, username = 'Ada Lovelace', at = server) =>
  at.visitor.asks('POST', '/api/auth/sign-up', { email, password, options: { data: { username } } })
const signIn = (email: string, password = PASSWORD, cookies = '', at = server) =>
  at.visitor.asks('POST', '/api/auth/sign-in', { email, password }, cookies ? { cookie: cookies } : {})
const whoIs = async (cookies: string) =>
  (await server.visitor.asks('GET', '/api/auth/session', undefined, { cookie: cookies })).json as {
    user: { email: string } | null
  }

test('Ada registers, and signs in with email and password, whatever the case of the email', {
  tags: ['AUTH-64', 'DATA-19', 'DATA-20'],
}, async () => {
  const ada = await server.member('Ada', { email: 'ada@example.com' })
  const answer = await signIn('ADA@example.com')
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({
    user: { id: ada.user_id, email: 'ada@example.com', user_metadata: { username: 'Ada' }, factors: [] },
    session: { aal: 'aal1' },
  })
})

test('registering takes email, password and options.data.username, makes the profile with that name and its contact email', {
  tags: ['AUTH-65', 'DATA-15'],
}, async () => {
  const answer = await signUp('grace@example.com', PASSWORD, 'Grace Hopper')
  expect(answer.status).toBe(201)
  const profile = await server.owner.one(sql`
    select p.full_name, p.company_name, p.needs, p.completion_percentage, c.kind, c.value, c.visibility
      from profiles p join users u on u.id = p.user_id join profile_contacts c on c.profile_id = p.id where u.email = 'grace@example.com'`)
  expect(profile).toEqual({
    full_name: 'Grace Hopper',
    company_name: '',
    needs: [],
    completion_percentage: 0,
    kind: 'email',
    value: 'grace@example.com',
    visibility: 'members',
  })
})

test('a taken email is refused with a message, also for concurrent registrations', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => signUp('twice@example.com')))
  expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409])
  expect((await signUp('TWICE@example.com')).json).toMatchObject({
    error: 'An account with this email already exists.',
  })
})

test('a registration retried with its idempotency key signs in to the account it created', async () => {
  const send = (email: string, key: string, more: { password?: string; username?: string } = {}) =>
    server.visitor.asks(
      'POST',
      '/api/auth/sign-up',
      { email, password: more.password ?? PASSWORD, options: { data: { username: more.username ?? 'Lena' } } },
      { 'idempotency-key': key },
    )
  const [first, again] = [await send('lena@example.com', 'one submit'), await send('lena@example.com', 'one submit')]
  expect([first.status, again.status]).toEqual([201, 201])
  expect((again.json as { user: object }).user).toEqual((first.json as { user: object }).user)
  expect((await whoIs(again.cookies)).user?.email).toBe('lena@example.com')
  // Neither the key nor the password is enough alone.
  expect((await send('lena@example.com', 'another submit')).status).toBe(409)
  expect((await send('lena@example.com', 'one submit', { password: 'somebody else guesses' })).status).toBe(409)
  expect((await send('lena@example.com', 'one submit', { username: 'Mallory' })).status).toBe(409)

  const atOnce = await Promise.all([1, 2, 3].map(() => send('double@example.com', 'double click')))
  expect(atOnce.map(answer => answer.status)).toEqual([201, 201, 201])
  expect(
    await server.owner.one(sql`
      select count(*)::int as accounts, (select count(*)::int from audit_log a where a.user_id = min(u.id::text)::uuid and event = 'registered') as events
      from users u where lower(email) = 'double@example.com'`),
  ).toEqual({ accounts: 1, events: 1 })
})

test('short and common passwords are refused by the server in plain words', { tags: ['AUTH-34'] }, async () => {
  expect(await signUp('short@example.com', 'seven77')).toMatchObject({
    status: 400,
    json: { error: 'Password must be at least 8 characters long.' },
  })
  expect(await signUp('common@example.com', 'Password1')).toMatchObject({
    status: 400,
    json: { error: 'This password is too common. Please choose another one.' },
  })
  expect((await signUp('long@example.com', 'x'.repeat(257))).status).toBe(400)
  // Long passwords are not truncated.
  expect((await signUp('longest@example.com', `${'xyz1 '.repeat(51)}y`)).status).toBe(201)
  expect((await signIn('longest@example.com', `${'xyz1 '.repeat(51)}z`)).status).toBe(401)
})

test('a password made from the name, the address or the name of the community is refused at registration', async () => {
  const error =
    "This password is too easy to guess: it is made from your name, your email address or the community's name. Please choose another one."
  for (const password of [
    'Hildegard2024!',
    'hildegard+von-bingen',
    'st-rupertsberg.org',
    'The Community 1!',
    'C0mmun1ty!',
  ])
    expect(
      await server.visitor.asks('POST', '/api/auth/sign-up', {
        email: 'abbess@st-rupertsberg.org',
        password,
        options: { data: { username: 'Hildegard von Bingen' } },
      }),
      password,
    ).toMatchObject({ status: 400, json: { error, fields: { password: error } } })
  expect((await signUp('abbess@st-rupertsberg.org', 'hildegard sings a new song', 'Hildegard von Bingen')).status).toBe(
    201,
  )
})

test('when the profile cannot be made, registering succeeds all the same, and the profile is made later', {
  tags: ['AUTH-53'],
}, async () => {
  await server.owner.run(
    sql`create or replace function break_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  )
  await server.owner.run(sql`create trigger broken before insert on profiles for each row execute function break_it()`)
  const answer = await signUp('noprofile@example.com', PASSWORD, '')
  expect(answer.status).toBe(400) // the name is required
  const named = await signUp('noprofile@example.com', PASSWORD, 'Nora')
  await server.owner.run(sql`drop trigger broken on profiles`)
  expect(named.status).toBe(201)
  const nora = await server.known(named.cookies, 'noprofile@example.com')
  expect(nora.profile_id).toBeNull()
  expect(await nora.tries('GET', '/api/profile')).toBe(404)
  expect(await nora.asks('POST', '/api/profile')).toMatchObject({ status: 201, json: { full_name: 'Nora' } })
  expect(await nora.reads('/api/profile')).toMatchObject({ full_name: 'Nora', completion_percentage: 0 })
})

test('without a registration name the profile takes the username, else the part of the email before the at-sign', {
  tags: ['DATA-16', 'DATA-17'],
}, async () => {
  const named = await server.member('Ursula', { email: 'someone@example.com' })
  const unnamed = await server.member('Gone', { email: 'jane.doe@example.com' })
  await server.owner.run(sql`delete from profiles where user_id in (${named.user_id}, ${unnamed.user_id})`)
  await server.owner.run(sql`update users set username = '' where id = ${unnamed.user_id}`)
  expect((await named.asks('POST', '/api/profile')).json).toMatchObject({ full_name: 'Ursula' })
  expect((await unnamed.asks('POST', '/api/profile')).json).toMatchObject({ full_name: 'jane.doe' })
})

test('a wrong password and an unknown address get the same answer', async () => {
  await server.member('Known', { email: 'known@example.com' })
  const [wrong, unknown] = [
    await signIn('known@example.com', 'not this one'),
    await signIn('unknown@example.com', 'not this one'),
  ]
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect((wrong.json as { error: string }).error).toBe((unknown.json as { error: string }).error)
})

test('the database holds neither the password nor the token', async () => {
  const answer = await signUp('secret@example.com')
  const token = /session=([\w-]{43})/.exec(answer.cookies)?.[1]
  expect(token).toBeDefined()
  const [user] = await server.owner.rows<{ password_hash: string }>(
    sql`select password_hash from users where email = 'secret@example.com'`,
  )
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$/)
  const kept = await server.owner.one(
    sql`select count(*)::int as plain from sessions where encode(token_hash, 'escape') = ${token}`,
  )
  expect(kept).toEqual({ plain: 0 })
})

test('signing in gives a new token and ends the previous session (no session fixation)', async () => {
  const mallory = await signUp('mallory@example.com')
  await server.member('Victim', { email: 'victim@example.com' })
  const victim = await signIn('victim@example.com', PASSWORD, mallory.cookies)
  expect(victim.cookies).not.toContain(/session=([\w-]+)/.exec(mallory.cookies)?.[1])
  expect((await whoIs(mallory.cookies)).user).toBeNull()
  expect((await whoIs(victim.cookies)).user?.email).toBe('victim@example.com')
})

test('a session ends after 30 days, after 7 idle days, at sign-out and when the account is disabled', async () => {
  const ages = [sql`expires_at = now() - interval '1 second'`, sql`last_used_at = now() - interval '7 days'`]
  for (const age of ages) {
    const ada = await server.member('Ada')
    await server.owner.run(sql`update sessions set ${age} where user_id = ${ada.user_id}`)
    expect(await ada.tries('GET', '/api/profile')).toBe(401)
  }
  const bob = await server.member('Bob')
  expect(await bob.tries('POST', '/api/auth/sign-out')).toBe(204)
  expect(await bob.tries('GET', '/api/profile')).toBe(401)
  const eve = await server.member('Eve')
  await server.owner.run(sql`update users set disabled_at = now() where id = ${eve.user_id}`)
  expect(await eve.tries('GET', '/api/profile')).toBe(401)
  expect((await signIn(eve.email)).status).toBe(401)
})

test('using a session keeps it from going idle, whatever it is used for', { tags: ['AUTH-62'] }, async () => {
  for (const path of [
    '/api/profile',
    '/api/members?limit=1',
    '/api/auth/session',
    '/api/account/sessions',
    '/settings',
  ]) {
    const ada = await server.member('Ada')
    await server.owner.run(
      sql`update sessions set last_used_at = now() - interval '6 days' where user_id = ${ada.user_id}`,
    )
    expect(await ada.tries('GET', path)).toBe(200)
    const age = sql`select last_used_at > now() - interval '1 hour' as fresh from sessions where user_id = ${ada.user_id}`
    await expect.poll(() => server.owner.one(age), { message: path }).toEqual({ fresh: true })
  }
})

test('"sign out everywhere" ends every session of the member and nobody else\'s', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const phone = await signIn(ada.email)
  expect(await ada.tries('POST', '/api/auth/sign-out-everywhere')).toBe(204)
  expect((await whoIs(phone.cookies)).user).toBeNull()
  expect((await whoIs(ada.cookies)).user).toBeNull()
  expect((await whoIs(bob.cookies)).user).not.toBeNull()
})

test('account events are written to an append-only log', async () => {
  const ada = await server.member('Ada')
  await signIn(ada.email, 'wrong password')
  await signIn(ada.email)
  const events = await server.owner.rows<{ event: string }>(
    sql`select event from audit_log where user_id = ${ada.user_id} order by id`,
  )
  expect(events.map(event => event.event)).toEqual([
    'registered',
    'sign-in refused',
    'signed in',
    'signed in on a new device',
  ])
  await expect(server.owner.run(sql`delete from audit_log where user_id = ${ada.user_id}`)).rejects.toThrow(
    'append-only',
  )
  await expect(
    server.owner.run(sql`update audit_log set event = 'nothing' where user_id = ${ada.user_id}`),
  ).rejects.toThrow('append-only')
})

test('closed registration is refused with 403', async () => {
  const closed = await startTestServer({ adminUrl: inject('adminUrl'), env: { REGISTRATION: 'closed' } })
  expect(await signUp('late@example.com', PASSWORD, 'Late', closed)).toMatchObject({ status: 403 })
  await closed.close()
})
