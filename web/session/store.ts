import type { Input } from '../../contract/endpoint.ts'
import type { Identity, Session, User } from '../../contract/identity.ts'
import { getSession, signIn, signOut, signOutEverywhere, signUp } from '../../features/auth/contract.ts'
import { abortBackground } from '../api/background.ts'
import { forgetBootData } from '../api/boot.ts'
import { ApiError, api } from '../api/call.ts'
import { checkConnection, isServerReachable } from '../api/connection.ts'
import { isUnanswered, UNREACHED } from '../api/errors.ts'
import { contractMismatch } from '../api/reply.ts'
import { type Submit, sameSubmit } from '../api/same-submit.ts'
import { AUTH_TIMEOUT_MS } from '../api/timeouts.ts'
import {
  closePushMessages,
  endPushSubscription,
  forgetCopies,
  forgetIfSignOutMissed,
  forgetMember,
  isSignOutDue,
  keepOnlyDraftsOf,
  lastMember,
  noteSignOut,
  noteSignOutDue,
} from './member-storage.ts'

export type AuthState = {
  /** `needs_second_factor`: the password was right, the second factor is still missing. */
  status: 'loading' | 'signed_in' | 'needs_second_factor' | 'signed_out'
  user: User | null
  session: Session | null
  /** False until the server has answered: until then do not treat the user as signed out. */
  answered: boolean
  /** True after an explicit sign-out, so that the next member is not sent to the previous member's screen. */
  left: boolean
  /** True if the session ended without a sign-out in this browser: it expired, or was revoked elsewhere. */
  ended: boolean
  /** Whose session it was, also if it ended before the page was loaded; kept when a second response says the same. */
  endedFor?: string
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A tab that was hidden for longer than this reads the session again. */
const RECHECK_AFTER_MS = 10 * MINUTE_MS
const RETRY_MS = 5_000
/** A server that has not answered a sign-out for so long is treated as unreachable: the member wants to leave the browser now. */
const SIGN_OUT_WAIT_MS = 5_000
const NO_ANSWER = new ApiError(UNREACHED)

const loading: AuthState = { status: 'loading', user: null, session: null, answered: false, left: false, ended: false }

/**
 * Who is signed in, as far as this tab knows. The source of truth is the cookie, which only the server reads; nothing is taken
 * from the URL. Plain functions without React, so that tests can control time and responses.
 */
export function createSession() {
  let state = loading
  let lastAskedAt = 0
  let refreshTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  // Incremented by each sign-in and sign-out: a response to an older request is stale.
  let generation = 0
  let registration: Submit | null = null
  const listeners = new Set<() => void>()
  const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('auth')

  function set(next: Partial<AuthState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function accept({ user, session }: Identity) {
    clearTimeout(refreshTimer)
    if (user && session) {
      keepOnlyDraftsOf(user.id)
      const needsSecondFactor = session.aal === 'aal1' && user.factors.some(factor => factor.status === 'verified')
      set({
        status: needsSecondFactor ? 'needs_second_factor' : 'signed_in',
        user,
        session,
        answered: true,
        left: false,
        ended: false,
      })
      // Reading the session extends it (sliding expiry): a minute before it expires, and at least once a day.
      const remaining = new Date(session.expires_at).getTime() - Date.now() - MINUTE_MS
      refreshTimer = setTimeout(ask, Math.min(Math.max(remaining, MINUTE_MS), DAY_MS))
    } else {
      const wasSignedIn = state.status === 'signed_in'
      forgetCopies()
      closePushMessages()
      // Another tab may have signed out while this one was suspended.
      const left = state.left || (wasSignedIn && forgetIfSignOutMissed())
      const ended = !left && (state.ended || wasSignedIn)
      const endedFor = state.user?.id ?? state.endedFor ?? lastMember()
      set({ status: 'signed_out', user: null, session: null, answered: true, left, ended, endedFor })
    }
  }

  /** Reads the session from the server; returns whether it answered. Without an answer a signed-in member stays signed in. */
  async function ask(): Promise<boolean> {
    const askedIn = generation
    lastAskedAt = Date.now()
    clearTimeout(retryTimer)
    // After this timeout the screens stop waiting, but a later response is still accepted.
    const cap = setTimeout(() => state.status === 'loading' && set({ status: 'signed_out' }), AUTH_TIMEOUT_MS)
    try {
      if (isSignOutDue()) await finishSignOut()
      const identity = await api(getSession)
      if (askedIn === generation) accept(identity)
      return true
    } catch {
      if (state.status === 'loading') set({ status: 'signed_out' })
      // Retry without user action: a server that restarts is back within seconds.
      if (!state.answered || isSignOutDue()) retryTimer = setTimeout(ask, RETRY_MS)
      return false
    } finally {
      clearTimeout(cap)
    }
  }

  function end() {
    generation++
    clearTimeout(refreshTimer)
    set({ status: 'signed_out', user: null, session: null, answered: true, left: true, ended: false })
    forgetMember()
  }

  /** After an explicit end of the session: all tabs remove the member's data. */
  function leave() {
    noteSignOut()
    otherTabs?.postMessage('signed_out')
    end()
  }

  async function tellSignOut(endpoint: typeof signOut | typeof signOutEverywhere, waitMs?: number) {
    const waiting = new AbortController()
    const timer = waitMs && setTimeout(() => waiting.abort(NO_ANSWER), waitMs)
    try {
      await api(endpoint, {}, { signal: waiting.signal })
    } catch (error) {
      // A 401 means that the session has already ended: the sign-out has succeeded.
      if (!(error instanceof ApiError && error.status === 401)) throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async function isWithoutServer(error: unknown) {
    if (error === NO_ANSWER) return true
    if (isUnanswered(error)) await checkConnection()
    return isUnanswered(error) && !isServerReachable()
  }

  /** Tells the server of a sign-out that did not reach it, in one tab: a second time it would end the next member's session. */
  async function finishSignOut() {
    const finish = async () => {
      if (!isSignOutDue()) return
      await tellSignOut(signOut)
      noteSignOutDue(false)
    }
    await (navigator.locks ? navigator.locks.request('due sign-out', finish) : finish())
  }

  function startSession(identity: Identity, noUserMessage = 'Login failed. No user returned.'): AuthState {
    if (!identity.user) throw new Error(noUserMessage)
    generation++
    accept(identity)
    otherTabs?.postMessage('signed_in')
    return state
  }

  otherTabs?.addEventListener('message', ({ data }) => (data === 'signed_out' ? end() : ask()))
  // In Node an open channel would keep the test process alive.
  ;(otherTabs as { unref?: () => void } | null)?.unref?.()

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** With an identity embedded in the page, no request is needed. */
    start(known?: Identity, hasEnded = false) {
      forgetIfSignOutMissed()
      if (isSignOutDue()) {
        forgetBootData()
        return ask()
      }
      if (!known || contractMismatch(getSession, known)) return ask()
      lastAskedAt = Date.now()
      accept(known)
      if (hasEnded) set({ ended: true })
    },
    ask,
    /** After a change to the account that keeps the session: the other tabs reload the account too. */
    askInAllTabs() {
      otherTabs?.postMessage('changed')
      return ask()
    },
    /** After a change that revokes the member's sessions, perhaps this one too: then no "session ended" message is shown. */
    async askAfterReset() {
      await ask()
      set({ ended: false })
    },
    recheck: () => (Date.now() - lastAskedAt > RECHECK_AFTER_MS ? ask() : undefined),
    async signIn(input: Input<typeof signIn>) {
      if (isSignOutDue()) await finishSignOut()
      return startSession(await api(signIn, input))
    },
    async signUp(input: Input<typeof signUp>) {
      if (isSignOutDue()) await finishSignOut()
      registration = sameSubmit(registration, input)
      const identity = await api(signUp, input, { key: registration.key })
      registration = null
      return startSession(identity, 'Registration failed. No user was created.')
    },
    /** After the second factor, or a change of the account: the session of the reply replaces the previous one. */
    take<Reply extends Identity>(reply: Reply) {
      startSession(reply)
      return reply
    },
    /** Without a server, the member leaves this browser, and the server is told later. Returns whether it knows. */
    async signOut({ everywhere = false } = {}): Promise<boolean> {
      abortBackground()
      const askedIn = generation
      // With a second press, or in another tab. Somebody else may have signed in since.
      const isOver = () => askedIn !== generation
      try {
        await (everywhere ? tellSignOut(signOutEverywhere) : tellSignOut(signOut, SIGN_OUT_WAIT_MS))
      } catch (error) {
        const isDue = !everywhere && (await isWithoutServer(error))
        if (isOver()) return true
        if (isDue) noteSignOutDue(true)
        // A browser that blocks storage cannot remember it: the member would be signed in again with the network.
        if (!isDue || !isSignOutDue()) throw error
        endPushSubscription()
        retryTimer = setTimeout(ask, RETRY_MS)
      }
      if (isOver()) void ask()
      else leave()
      return !isSignOutDue()
    },
    /** For a deleted account, whose session is deleted with it. */
    leave,
    close: () => {
      clearTimeout(refreshTimer)
      clearTimeout(retryTimer)
      otherTabs?.close()
    },
  }
}

export type SessionStore = ReturnType<typeof createSession>
