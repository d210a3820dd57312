import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuth } from '../session/session.tsx'
import { isInternalPath } from './internal-path.ts'

/** The sign-in pages: a signed-in member is redirected to the page they asked for. */
export function VisitorArea() {
  const { status } = useAuth()
  return status === 'signed_in' ? <RedirectToNext /> : <Outlet />
}

function RedirectToNext() {
  const router = useRouter()
  useEffect(() => {
    const next = router.state.location.state.next
    router.history.replace(isInternalPath(next) ? next : '/')
  }, [router])
  return null
}
