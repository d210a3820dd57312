import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Profile } from '../../features/profile/contract.ts'
import { forgetBootData } from '../api/boot.ts'
import { onSessionLost } from '../api/call.ts'
import { provideUser } from '../api/copies.ts'
import { queryClient } from '../api/query.ts'
import { useStickyError } from '../api/sticky-error.ts'
import { untilNoWrites } from '../api/writes-in-flight.ts'
import { beginUnsent } from '../form/unsent.ts'
import { profileQuery } from './profile.ts'
import { type AuthState, createSession, type SessionStore } from './store.ts'

export const session = createSession()
provideUser(() => (session.get().status === 'signed_in' ? session.get().user?.id : undefined))

// Subscribed before any screen: clear the previous member's cached data first.
let lastUser: string | undefined
session.subscribe(() => {
  const user = session.get().user?.id
  if (lastUser && user !== lastUser) {
    // Without a next member, after the screen is unmounted: it would request the data again.
    if (user) queryClient.clear()
    else setTimeout(() => queryClient.clear())
    forgetBootData()
  }
  lastUser = user
  beginUnsent(user)
})

type Auth = AuthState & {
  profile: Profile | null
  /** `missing`: there is none, and it could not be created either. */
  profileState: 'loading' | 'ready' | 'missing' | 'failed'
  refreshProfile: () => Promise<void>
  retry: () => Promise<unknown>
  askAfterReset: () => Promise<void>
} & Pick<SessionStore, 'askInAllTabs' | 'signIn' | 'signUp' | 'take' | 'signOut' | 'leave'>

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.get, session.get)
  const isMember = state.status === 'signed_in'
  const profile = useQuery({ ...profileQuery, enabled: isMember })
  const { data, isError } = useStickyError(profile, [state.user?.id])

  useEffect(() => {
    onSessionLost(async () => {
      // A write in flight may be the one that replaced the session, such as a new password: its reply brings the new one.
      await untilNoWrites()
      await session.ask()
      return session.get().ended
    })
    const onVisible = () => document.visibilityState === 'visible' && session.recheck()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])

  const auth = useMemo<Auth>(
    () => ({
      ...state,
      profile: isMember ? (data ?? null) : null,
      profileState: isMember && data ? 'ready' : isMember && data === null ? 'missing' : isError ? 'failed' : 'loading',
      refreshProfile: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
      retry: session.ask,
      askInAllTabs: session.askInAllTabs,
      askAfterReset: session.askAfterReset,
      signIn: session.signIn,
      signUp: session.signUp,
      take: session.take,
      signOut: session.signOut,
      leave: session.leave,
    }),
    [state, isMember, data, isError],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
