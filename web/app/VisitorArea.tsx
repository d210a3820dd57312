import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuth } from '../session/session.tsx'
import { samePlace } from './same-place.ts'

/** The sign-in pages: whoever is signed in goes on to where they wanted to be. */
export function VisitorArea() {
  const { status } = useAuth()
  return status === 'signed_in' ? <Onwards /> : <Outlet />
}

function Onwards() {
  const router = useRouter()
  useEffect(() => {
    const wanted = router.state.location.state.next
    router.history.replace(samePlace(wanted) ? wanted : '/')
  }, [router])
  return null
}
