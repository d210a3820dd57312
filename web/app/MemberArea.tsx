import { Outlet, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { community } from '../api/boot.ts'
import { SPINNER_CAP_MS } from '../api/timeouts.ts'
import { useAuth } from '../session/session.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { AppShell, type BellPlace } from '../shell/AppShell.tsx'
import { ConfirmAddressNotice } from '../shell/ConfirmAddressNotice.tsx'
import { ConnectionMark } from '../shell/ConnectionMark.tsx'
import { FullPageSpinner } from '../shell/FullPageSpinner.tsx'
import { SlowNotice } from '../shell/SlowNotice.tsx'

/** Route guard: redirects to the sign-in page if no member is signed in. `search` and `bell` are in the header; on phones the bell is in the bar at the bottom. */
export function MemberArea({ search, bell }: { search: ReactNode; bell: (place: BellPlace) => ReactNode }) {
  const { status, answered, left, user, endedFor, profile } = useAuth()
  const signOut = useSignOut()
  if (user && status === 'signed_in')
    return (
      <AppShell
        // Remount for another member (signed in in another tab), so that no screen keeps the first member's text.
        key={user.id}
        communityName={community.name}
        user={{
          email: user.email,
          full_name: profile ? profile.full_name : user.user_metadata.username,
          company_name: profile?.company_name,
          avatar_url: profile?.avatar_url,
        }}
        notice={!user.email_confirmed && <ConfirmAddressNotice user={user} />}
        search={search}
        bell={bell}
        onLogout={signOut}
      >
        <Outlet />
      </AppShell>
    )
  // Redirect to the sign-in page only after the server has answered, never because it is slow.
  return answered ? <RedirectToSignIn returnsHere={!left} member={endedFor} /> : <SessionPending />
}

function RedirectToSignIn({ returnsHere, member }: { returnsHere: boolean; member?: string }) {
  const router = useRouter()
  // Read once: while the sign-in page loads, the router's location is already that page.
  const [here] = useState(router.state.location.href)
  useEffect(() => {
    const next = returnsHere ? here : undefined
    void router.navigate({ to: '/auth', replace: true, state: { next, member } })
  }, [router, here, returnsHere, member])
  return null
}

function SessionPending() {
  const { retry } = useAuth()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(setLate, SPINNER_CAP_MS, true)
    return () => clearTimeout(timer)
  }, [isLate])

  const tryAgain = () => {
    setLate(false)
    void retry()
  }
  return (
    <main id="main" className="relative">
      <div className="absolute top-3 right-3">
        <ConnectionMark />
      </div>
      {isLate ? <SlowNotice onRetry={tryAgain} /> : <FullPageSpinner />}
    </main>
  )
}
