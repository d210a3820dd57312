import type { Input } from '../../contract/endpoint.ts'
import type { Identity, Session, User } from '../../contract/identity.ts'
import { getSession, signIn, signOut, signOutEverywhere, signUp } from '../../features/auth/contract.ts'
import { type Raised, recoverWithCode, verifyFactor } from '../../features/auth/factor-contract.ts'
import { ApiError, api } from '../api/call.ts'
import { wrongPart } from '../api/reply.ts'
import { type Submit, sameSubmit } from '../api/same-submit.ts'
import { AUTH_TIMEOUT_MS } from '../api/timeouts.ts'
import { forgetIfSignedOutMeanwhile, forgetMember, keepOnlyOf, noteSignOut } from './member-storage.ts'

export type AuthState = {
  /** `half`: the password was right, the second factor is still owed. */
  status: 'loading' | 'signed_in' | 'needs_second_factor' | 'signed_out'
  user: User | null
  session: Session | null
  /** False while the server has not said who this is: then nobody counts as a stranger yet. */
  answered: boolean
  /** True after a sign-out that somebody asked for, so that the next person does not land on the last one's screen. */
  left: boolean
  /** True when the session ended without a sign-out in this browser: elsewhere, or by itself. */
  ended: boolean
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A tab that was away for longer than this asks again who it is. */
const RECHECK_AFTER_MS = 10 * MINUTE
const ASK_AGAIN_MS = 5_000

const loading: AuthState = { status: 'loading', user: null, session: null, answered: false, left: false, ended: false }

/**
 * Who is signed in, as this tab knows it. The cookie is the truth and only the server reads it; nothing is taken from the
 * address. Plain functions without React, so that time and answers can be played through in a test.
 */
export function createSession() {
  let state = loading
  let lastAsked = 0
  let refreshTimer: ReturnType<typeof setTimeout> | undefined
  let againTimer: ReturnType<typeof setTimeout> | undefined
  // Counts the sign-ins and sign-outs: an answer to a question older than the last of them is out of date.
  let turn = 0
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
      keepOnlyOf(user.id)
      const owes = session.aal === 'aal1' && user.factors.some(factor => factor.status === 'verified')
      set({
        status: owes ? 'needs_second_factor' : 'signed_in',
        user,
        session,
        answered: true,
        left: false,
        ended: false,
      })
      // Asking lets the session slide on, a minute before it would end, and never later than in a day.
      const remaining = new Date(session.expires_at).getTime() - Date.now() - MINUTE
      refreshTimer = setTimeout(ask, Math.min(Math.max(remaining, MINUTE), DAY))
    } else {
      const wasHere = state.status === 'signed_in'
      // Another tab may have signed out while this one slept.
      const left = state.left || (wasHere && forgetIfSignedOutMeanwhile())
      const ended = !left && (state.ended || wasHere)
      set({ status: 'signed_out', user: null, session: null, answered: true, left, ended })
    }
  }

  /** Asks the server who this is, and says whether it answered. No answer changes nothing: whoever was signed in stays so. */
  async function ask(): Promise<boolean> {
    const asked = turn
    lastAsked = Date.now()
    clearTimeout(againTimer)
    // Spent once: from then on the screens no longer wait, but a later answer still counts.
    const cap = setTimeout(() => state.status === 'loading' && set({ status: 'signed_out' }), AUTH_TIMEOUT_MS)
    try {
      const identity = await api(getSession)
      if (asked === turn) accept(identity)
      return true
    } catch {
      if (state.status === 'loading') set({ status: 'signed_out' })
      // A server that restarts is back in a moment; nobody should have to press a button for it.
      if (!state.answered) againTimer = setTimeout(ask, ASK_AGAIN_MS)
      return false
    } finally {
      clearTimeout(cap)
    }
  }

  function end() {
    turn++
    clearTimeout(refreshTimer)
    set({ status: 'signed_out', user: null, session: null, answered: true, left: true, ended: false })
    forgetMember()
  }

  /** The session was ended on purpose: this tab and the others keep nothing of the member. */
  function leave() {
    noteSignOut()
    otherTabs?.postMessage('signed_out')
    end()
  }

  function startSession(identity: Identity, otherwise = 'Login failed. No user returned.'): AuthState {
    if (!identity.user) throw new Error(otherwise)
    turn++
    accept(identity)
    otherTabs?.postMessage('signed_in')
    return state
  }

  /** The second factor was given: its session takes the place of the one before. */
  function upgradeSession(upgraded: Raised) {
    startSession(upgraded)
    return upgraded
  }

  otherTabs?.addEventListener('message', ({ data }) => (data === 'signed_out' ? end() : ask()))
  // A test in Node must end although the channel is open.
  ;(otherTabs as { unref?: () => void } | null)?.unref?.()

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** With an identity the page brought along there is nothing to wait for. */
    start(known?: Identity, hasEnded = false) {
      forgetIfSignedOutMeanwhile()
      if (!known || wrongPart(getSession, known)) return ask()
      lastAsked = Date.now()
      accept(known)
      if (hasEnded) set({ ended: true })
    },
    ask,
    /** After a change to the account that leaves the session as it is: the other tabs show the account too. */
    askInAllTabs() {
      otherTabs?.postMessage('changed')
      return ask()
    },
    /** After a change that ends the member's sessions, perhaps this one too: then nobody has to be told that it ended. */
    async askAfterReset() {
      await ask()
      set({ ended: false })
    },
    recheck: () => (Date.now() - lastAsked > RECHECK_AFTER_MS ? ask() : undefined),
    signIn: async (input: Input<typeof signIn>) => startSession(await api(signIn, input)),
    async signUp(input: Input<typeof signUp>) {
      registration = sameSubmit(registration, input)
      const identity = await api(signUp, input, { key: registration.key })
      registration = null
      return startSession(identity, 'Registration failed. No user was created.')
    },
    verify: async (input: Input<typeof verifyFactor>) => upgradeSession(await api(verifyFactor, input)),
    recover: async (input: Input<typeof recoverWithCode>) => upgradeSession(await api(recoverWithCode, input)),
    /** A change of the account that brought a new session along. */
    take: (identity: Identity) => startSession(identity),
    async signOut({ everywhere = false } = {}) {
      try {
        await api(everywhere ? signOutEverywhere : signOut)
      } catch (error) {
        // A session that ended by itself is what was asked for.
        if (!(error instanceof ApiError && error.status === 401)) throw error
      }
      leave()
    },
    /** The account was deleted, and its session with it. */
    leave,
    close: () => {
      clearTimeout(refreshTimer)
      clearTimeout(againTimer)
      otherTabs?.close()
    },
  }
}

export type SessionStore = ReturnType<typeof createSession>
