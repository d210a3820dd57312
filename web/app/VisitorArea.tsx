import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuth } from '../session/session.tsx'
import { isInternalPath } from './internal-path.ts'

/** The sign-in pages: a signed-in member is redirected to the page they asked for. */
export function VisitorArea() {
  const { status, user } = useAuth()
  return status === 'signed_in' ? <RedirectToNext userId={user?.id} /> : <Outlet />
}

/** Whoever else was signed in here and did not sign out leaves an address that says what they looked at: others get to Home. */
function RedirectToNext({ userId }: { userId?: string }) {
  const router = useRouter()
  useEffect(() => {
    const { next, member = userId } = router.state.location.state
    router.history.replace(isInternalPath(next) && member === userId ? next : '/')
  }, [router, userId])
  return null
}
