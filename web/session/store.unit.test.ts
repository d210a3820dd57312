import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Identity } from '../../contract/identity.ts'
import { recoverWithCode, verifyFactor } from '../../features/auth/factor-contract.ts'
import { api } from '../api/call.ts'
import { AUTH_TIMEOUT_MS } from '../api/timeouts.ts'
import { type AuthState, createSession, type SessionStore } from './store.ts'

// The browser bundle's replacement for zod.
vi.mock('zod', () => import('../form/zod.ts'))

const MINUTE_MS = 60_000
const signedOut: Identity = { user: null, session: null }
const as = (email: string, days = 7): Identity => ({
  user: {
    id: email,
    email,
    user_metadata: { username: 'Ada' },
    factors: [],
    created_at: '2026-01-01T00:00:00Z',
    email_confirmed: true,
    confirmation_asked: false,
  },
  session: {
    id: 's',
    aal: 'aal1',
    expires_at: new Date(Date.now() + days * 24 * 60 * MINUTE_MS).toISOString(),
    expires_in: days * 24 * 60 * 60,
  },
})

const fetch = vi.fn()
/** The server's next response, after this many milliseconds. */
const answers = (identity: unknown, after = 0, status = 200) =>
  fetch.mockImplementationOnce(
    () => new Promise(done => setTimeout(() => done(new Response(JSON.stringify(identity), { status })), after)),
  )
const requests = () => fetch.mock.calls.map(([url, init]) => `${(init as RequestInit).method} ${url}`)

const open: SessionStore[] = []
/** A tab, and every status it has shown. */
function tab() {
  const store = createSession()
  open.push(store)
  const shown: AuthState['status'][] = [store.get().status]
  store.subscribe(() => shown.push(store.get().status))
  return { ...store, shown }
}
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', fetch)
  fetch.mockReset()
})
afterEach(() => {
  for (const store of open.splice(0)) store.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('starts as loading, reads the current session, then is signed in as its user', {
  tags: ['AUTH-46', 'AUTH-49', 'AUTH-66'],
}, async () => {
  answers(as('ada@example.com'), 20)
  const ada = tab()
  void ada.start()
  expect(ada.get()).toMatchObject({ status: 'loading', user: null })
  expect(requests()).toEqual(['GET /api/auth/session'])
  await advance(20)
  expect(ada.get()).toMatchObject({ status: 'signed_in', user: { email: 'ada@example.com' }, answered: true })
  expect(ada.shown).toEqual(['loading', 'signed_in'])
})

test('without a session it ends as signed out', { tags: ['AUTH-46'] }, async () => {
  answers(signedOut)
  const visitor = tab()
  void visitor.start()
  await advance(0)
  expect(visitor.get()).toMatchObject({ status: 'signed_out', user: null, answered: true })
  expect(visitor.shown).toEqual(['loading', 'signed_out'])
})

test('an identity embedded in the page is used at once, without a request', () => {
  const ada = tab()
  void ada.start(as('ada@example.com'))
  expect(ada.shown).toEqual(['loading', 'signed_in'])
  expect(fetch).not.toHaveBeenCalled()
})

test.each([[{}], [[]], ['text'], [{ user: {}, session: null }]])(
  'a reply that is no identity (%j) counts as no response: the session stays unknown and the request is retried',
  async wrong => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answers(wrong)
    answers(as('ada@example.com'))
    const ada = tab()
    void ada.start(wrong as Identity)
    await advance(0)
    expect(ada.get()).toMatchObject({ status: 'signed_out', answered: false })
    await advance(5_010)
    expect(ada.get().status).toBe('signed_in')
  },
)

test('loading ends after 5 seconds although the call hangs; a later answer still counts', {
  tags: ['AUTH-48', 'TXT-20'],
}, async () => {
  answers(as('ada@example.com'), 20_000)
  const ada = tab()
  void ada.start()
  await advance(AUTH_TIMEOUT_MS - 1)
  expect(ada.get().status).toBe('loading')
  await advance(1)
  // Signed out only because no response came yet.
  expect(ada.get()).toMatchObject({ status: 'signed_out', answered: false })
  await advance(15_000)
  expect(ada.get()).toMatchObject({ status: 'signed_in', answered: true })
})

test('after an error of the server the request is retried until it succeeds', async () => {
  answers({ error: 'restarting' }, 0, 503)
  answers({ error: 'restarting' }, 0, 503)
  answers(as('ada@example.com'))
  const ada = tab()
  void ada.start()
  await advance(0)
  expect(ada.get()).toMatchObject({ status: 'signed_out', answered: false })
  await advance(5_010)
  await advance(5_010)
  expect(ada.get().status).toBe('signed_in')
  expect(fetch).toHaveBeenCalledTimes(3)
})

test('signing in sets the user; AUTH-51 signing out clears user and session', { tags: ['AUTH-49'] }, async () => {
  const ada = tab()
  void ada.start(signedOut)
  answers(as('ada@example.com'))
  const signingIn = ada.signIn({ email: 'ada@example.com', password: 'secret' })
  await advance(0)
  expect(await signingIn).toMatchObject({ status: 'signed_in', user: { email: 'ada@example.com' } })
  expect(ada.get()).toMatchObject({ status: 'signed_in', user: { email: 'ada@example.com' }, session: { id: 's' } })
  answers(null)
  const signingOut = ada.signOut()
  await advance(0)
  await signingOut
  expect(ada.get()).toMatchObject({ status: 'signed_out', user: null, session: null, left: true })
})

const withFactor = (identity: Identity, aal: 'aal1' | 'aal2', id: string) => ({
  user: {
    ...identity.user,
    factors: [
      { id: 'f', friendly_name: '', factor_type: 'totp', issuer: 'The Community', phone: null, status: 'verified' },
    ],
  },
  session: { ...identity.session, aal, id },
})

test('with a second factor the password is half of it; verifying the challenge saves the new session', {
  tags: ['AUTH-74', 'AUTH-75'],
}, async () => {
  const ada = tab()
  void ada.start(signedOut)
  answers(withFactor(as('ada@example.com'), 'aal1', 'first'))
  void ada.signIn({ email: 'ada@example.com', password: 'secret' })
  await advance(0)
  expect(ada.get()).toMatchObject({ status: 'needs_second_factor', session: { id: 'first', aal: 'aal1' } })

  answers({ error: 'This code is not right.' }, 0, 400)
  const verify = async (code: string) => ada.take(await api(verifyFactor, { id: 'f', challenge_id: 'c', code }))
  const wrong = verify('000000').catch(String)
  await advance(0)
  expect(await wrong).toContain('This code is not right.')
  expect(ada.get()).toMatchObject({ status: 'needs_second_factor', session: { id: 'first' } })

  answers({ ...withFactor(as('ada@example.com'), 'aal2', 'second'), expires_in: 60, recovery_codes: null })
  void verify('123456')
  await advance(0)
  expect(ada.get()).toMatchObject({ status: 'signed_in', session: { id: 'second', aal: 'aal2' } })
  expect(requests().at(-1)).toBe('POST /api/auth/factors/f/verify')
})

test('a recovery code returns a new session too, and a change of the account passes its session to `take`', async () => {
  const ada = tab()
  void ada.start(withFactor(as('ada@example.com'), 'aal1', 'first') as Identity)
  expect(ada.get().status).toBe('needs_second_factor')
  answers({ ...withFactor(as('ada@example.com'), 'aal2', 'second'), expires_in: 60, recovery_codes: null })
  void api(recoverWithCode, { code: 'abcde-fghij' }).then(ada.take)
  await advance(0)
  expect(ada.get()).toMatchObject({ status: 'signed_in', session: { id: 'second' } })
  ada.take(withFactor(as('ada@example.com'), 'aal2', 'third') as Identity)
  expect(ada.get()).toMatchObject({ status: 'signed_in', session: { id: 'third' } })
})

test('a response without a user is neither a sign-in nor a registration', async () => {
  const visitor = tab()
  void visitor.start(signedOut)
  answers(signedOut)
  answers(signedOut)
  const signIn = visitor.signIn({ email: 'a@b.c', password: 'x' }).catch(String)
  const signUp = visitor.signUp({ email: 'a@b.c', password: 'x', options: { data: { username: 'A' } } }).catch(String)
  await advance(0)
  expect(await signIn).toBe('Error: Login failed. No user returned.')
  expect(await signUp).toBe('Error: Registration failed. No user was created.')
  expect(visitor.get().status).toBe('signed_out')
})

test('registering again after a lost response is the same submit; with another input it is a new one', async () => {
  const visitor = tab()
  const register = (username: string) =>
    visitor.signUp({ email: 'a@b.c', password: 'x', options: { data: { username } } }).catch(String)
  for (let i = 0; i < 3; i++) fetch.mockRejectedValueOnce(new Error('lost'))
  for (const name of ['Ada', 'Ada', 'Ada Lovelace']) await register(name)
  const keys = fetch.mock.calls.map(
    ([, init]) => (init as { headers: Record<string, string> }).headers['idempotency-key'],
  )
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})

test('a sign-out that fails leaves the member signed in; a 401 counts as signed out', async () => {
  const ada = tab()
  void ada.start(as('ada@example.com'))
  answers({ error: 'busy' }, 0, 503)
  // The server is reachable, so the sign-out is not left for later.
  answers({})
  const failed = ada.signOut().catch(String)
  await advance(10)
  expect(await failed).toContain('busy')
  expect(ada.get().status).toBe('signed_in')
  answers({ error: 'Authentication required' }, 0, 401)
  const done = ada.signOut()
  await advance(0)
  await done
  expect(ada.get().status).toBe('signed_out')
})

/** Storage that the tabs of this test share. */
function hasStorage() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  return kept
}
const SIGN_OUT = 'POST /api/auth/sign-out'
/** The server's response to each request, after 100 ms: none without network. Returns the requests, without those that look for a server. */
function serves(replies: Record<string, unknown> | 'nothing') {
  const asked: string[] = []
  fetch.mockReset()
  fetch.mockImplementation(async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (replies === 'nothing') throw new TypeError('Failed to fetch')
    if (url === '/star.svg') return new Response()
    const name = `${method} ${url}`
    asked.push(name)
    await new Promise(done => setTimeout(done, 100))
    return name === SIGN_OUT ? new Response(null, { status: 204 }) : new Response(JSON.stringify(replies[name]))
  })
  return asked
}
/** Until the request is given up. */
const neverAnswers = (_: string, { signal }: { signal: AbortSignal }) =>
  new Promise<Response>((_, fail) => signal.addEventListener('abort', fail))
async function signsOutOffline() {
  const ada = tab()
  void ada.start(as('ada@example.com'))
  serves('nothing')
  const done = ada.signOut()
  await advance(10)
  expect(await done).toBe(false)
  expect(ada.get()).toMatchObject({ status: 'signed_out', user: null })
  return ada
}

test('a sign-out without server is told to it later, without a reload', async () => {
  const kept = hasStorage()
  const ada = await signsOutOffline()
  expect(kept.get('due-sign-out')).toBe('yes')
  await advance(6_000)
  const asked = serves({ 'GET /api/auth/session': signedOut })
  await advance(6_000)
  expect(asked).toEqual([SIGN_OUT, 'GET /api/auth/session'])
  expect(kept.has('due-sign-out')).toBe(false)
  await advance(20_000)
  expect(asked).toHaveLength(2)
  expect(ada.get().status).toBe('signed_out')
})

test('a server that does not answer a sign-out for five seconds is told later', async () => {
  const kept = hasStorage()
  const ada = tab()
  void ada.start(as('ada@example.com'))
  fetch.mockImplementation(neverAnswers)
  const done = ada.signOut()
  await advance(5_000)
  expect(await done).toBe(false)
  expect(ada.get().status).toBe('signed_out')
  expect(kept.get('due-sign-out')).toBe('yes')
})

test('whoever signs in next keeps their session: the due sign-out is told before, and by one tab only', async () => {
  hasStorage()
  const first = await signsOutOffline()
  const second = tab()
  const bob = as('bob@example.com')
  const asked = serves({ 'GET /api/auth/session': bob, 'POST /api/auth/sign-in': bob })
  void second.ask()
  void first.signIn({ email: 'bob@example.com', password: 'secret' })
  await advance(50)
  expect(asked).toEqual([SIGN_OUT])
  await advance(1_000)
  expect(asked.filter(name => name === SIGN_OUT)).toHaveLength(1)
  expect(asked).toContain('POST /api/auth/sign-in')
  expect(first.get().user?.email).toBe('bob@example.com')
})

test('a sign-out that fails after somebody else has signed in changes nothing', async () => {
  const kept = hasStorage()
  const ada = tab()
  void ada.start(as('ada@example.com'))
  fetch.mockImplementation(neverAnswers)
  const late = ada.signOut()
  serves({ 'POST /api/auth/sign-in': as('bob@example.com') })
  void ada.signOut()
  await advance(200)
  void ada.signIn({ email: 'bob@example.com', password: 'secret' })
  await advance(10_000)
  expect(await late).toBe(true)
  expect(ada.get().user?.email).toBe('bob@example.com')
  expect(kept.has('due-sign-out')).toBe(false)
})

test('a stale response does not undo a sign-in', async () => {
  answers(signedOut, 500)
  const ada = tab()
  void ada.start()
  answers(as('ada@example.com'))
  void ada.signIn({ email: 'ada@example.com', password: 'secret' })
  await advance(1000)
  expect(ada.shown).toEqual(['loading', 'signed_in'])
})

test('the session is refreshed before it ends, and after a long sleep', { tags: ['AUTH-62'] }, async () => {
  const ada = tab()
  void ada.start(as('ada@example.com', 1 / 24))
  answers(as('ada@example.com', 7))
  await advance(59 * MINUTE_MS - 1)
  expect(fetch).not.toHaveBeenCalled()
  await advance(2)
  expect(requests()).toEqual(['GET /api/auth/session'])
  expect(ada.get().session?.expires_in).toBe(7 * 24 * 60 * 60)

  ada.recheck()
  await advance(9 * MINUTE_MS)
  ada.recheck()
  expect(fetch).toHaveBeenCalledTimes(1)
  await advance(2 * MINUTE_MS)
  answers(signedOut)
  ada.recheck()
  await advance(0)
  expect(ada.get()).toMatchObject({ status: 'signed_out', user: null, left: false })
})

test('a refresh that fails changes nothing', async () => {
  const ada = tab()
  void ada.start(as('ada@example.com'))
  answers({ error: 'restarting' }, 0, 503)
  void ada.ask()
  await advance(0)
  expect(ada.shown).toEqual(['loading', 'signed_in'])
})

test('nothing in the address is taken for a session', { tags: ['AUTH-63'] }, async () => {
  const read = vi.fn(() => 'https://example.com/#access_token=stolen&refresh_token=stolen&type=recovery')
  const location = new Proxy({}, { get: read })
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', { location })
  answers(signedOut)
  const visitor = tab()
  void visitor.start()
  await advance(0)
  expect(visitor.get().status).toBe('signed_out')
  expect(read).not.toHaveBeenCalled()
  expect(requests()).toEqual(['GET /api/auth/session'])
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ body: undefined })
})

test('listeners hear of every change until they leave, and other tabs hear of it too', {
  tags: ['AUTH-68'],
}, async () => {
  vi.useRealTimers()
  const [firstTab, secondTab] = [tab(), tab()]
  void firstTab.start(as('ada@example.com'))
  void secondTab.start(as('ada@example.com'))
  const listener = vi.fn()
  const unsubscribe = firstTab.subscribe(listener)
  answers(null)
  await firstTab.signOut()
  expect(listener).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(secondTab.get()).toMatchObject({ status: 'signed_out', user: null }))

  unsubscribe()
  answers(as('bob@example.com'))
  answers(as('bob@example.com'))
  await firstTab.signIn({ email: 'bob@example.com', password: 'secret' })
  expect(listener).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(secondTab.get().user?.email).toBe('bob@example.com'))
})

test('a session missing at the next request has ended; after a sign-out, or without a session before, it has not', async () => {
  const ada = tab()
  void ada.start(as('ada@example.com'))
  answers(signedOut)
  void ada.ask()
  await advance(0)
  expect(ada.get()).toMatchObject({ status: 'signed_out', ended: true, left: false, endedFor: 'ada@example.com' })
  // Two requests may have been refused: the second response changes nothing.
  answers(signedOut)
  void ada.ask()
  await advance(0)
  expect(ada.get()).toMatchObject({ status: 'signed_out', ended: true, left: false, endedFor: 'ada@example.com' })
  answers(as('ada@example.com'))
  void ada.signIn({ email: 'ada@example.com', password: 'x' })
  await advance(0)
  expect(ada.get()).toMatchObject({ status: 'signed_in', ended: false })
  fetch.mockImplementationOnce(async () => new Response(null, { status: 204 }))
  await ada.signOut()
  expect(ada.get()).toMatchObject({ status: 'signed_out', ended: false, left: true })

  const visitor = tab()
  void visitor.start(signedOut)
  expect(visitor.get()).toMatchObject({ status: 'signed_out', ended: false })
  const returned = tab()
  void returned.start(signedOut, true)
  expect(returned.get()).toMatchObject({ status: 'signed_out', ended: true })
})
