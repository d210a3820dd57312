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
        <p>
          Sign in again to go on.
          {hasKeptDrafts && ' What you were writing is kept until somebody else signs in here.'}
        </p>
      </Banner>
    </div>
  )
}
