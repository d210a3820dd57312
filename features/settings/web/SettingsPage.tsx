import { useState } from 'react'
import { messageOf } from '../../../web/api.ts'
import { useAuth } from '../../../web/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="flex flex-col gap-4">
        <ThemeChoice />
        <Sessions />
        <Card as="section" title="Notifications">
          <p className="text-muted">This feature is coming soon!</p>
        </Card>
      </div>
    </>
  )
}

function Sessions() {
  const { user, signOut } = useAuth()
  const [busy, setBusy] = useState(false)
  async function leaveEverywhere() {
    setBusy(true)
    try {
      await signOut({ everywhere: true })
      toast.success('Signed out everywhere')
    } catch (error) {
      toast.error('Signing out failed', messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Card as="section" title="Account">
      <p className="mb-4 text-muted">
        You are signed in as <span className="text-ink">{user?.email}</span>. Signed in on a computer you no longer
        have? End every session at once, this one included.
      </p>
      <Button variant="secondary" busy={busy} onClick={leaveEverywhere}>
        Sign out everywhere
      </Button>
    </Card>
  )
}
