import { useState } from 'react'
import { hasDrafts } from '../../../web/session/member-storage.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Banner } from '../../../web/ui/Banner.tsx'

/** Shown on the sign-in page after a session that ended without a sign-out. */
export function SessionEnded() {
  const { ended } = useAuth()
  const [hasKeptDrafts] = useState(hasDrafts)
  if (!ended) return null
  return (
    <div className="mb-5">
      <Banner tone="info" title="You were signed out">
        <p>{hasKeptDrafts ? 'Sign in again to go on. What you were writing is kept.' : 'Sign in again to go on.'}</p>
      </Banner>
    </div>
  )
}
