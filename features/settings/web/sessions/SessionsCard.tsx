import { useRef, useState } from 'react'
import { messageOf } from '../../../../web/api/call.ts'
import { useApi } from '../../../../web/api/query.ts'
import { useCall } from '../../../../web/api/send.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { useMayDiscard } from '../../../../web/session/use-sign-out.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { Card } from '../../../../web/ui/Card.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { toast } from '../../../../web/ui/toast.ts'
import { useFocusFirstNew } from '../../../../web/ui/use-focus-first-new.ts'
import { listSessions, type OpenSession } from '../../contract.ts'
import { Rows } from '../Row.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { SessionRow } from './SessionRow.tsx'

const FIRST_SHOWN = 5

export function SessionsCard() {
  const { data, error, refetch } = useApi(listSessions)
  return (
    <Card as="section" title="Where you are signed in">
      {/* Above the list: below, it would move under the pointer when a session is ended. */}
      <LeaveEverywhere />
      {data ? <List sessions={data} /> : !error && <RowsSkeleton label="Loading your sessions" rows={2} />}
      {error && (
        <Banner title="Your sessions could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {messageOf(error)}
        </Banner>
      )}
    </Card>
  )
}

function List({ sessions }: { sessions: OpenSession[] }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const hidden = all ? 0 : Math.max(0, sessions.length - FIRST_SHOWN)
  const shown = sessions.slice(0, sessions.length - hidden)
  const focusFirstNew = useFocusFirstNew(list, shown.length)
  return (
    <>
      <Rows ref={list}>
        {shown.map(session => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Rows>
      {hidden > 0 && (
        <div className="mt-4">
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              focusFirstNew()
              setAll(true)
            }}
          >
            {`Show ${hidden} more`}
          </Button>
        </div>
      )}
    </>
  )
}

function LeaveEverywhere() {
  const { signOut, leave } = useAuth()
  const mayDiscard = useMayDiscard()
  const success = 'Signed out everywhere'
  const { send, busy } = useCall((_: undefined) => signOut({ everywhere: true }), {
    success,
    failure: 'Signing out failed',
    unsure: {
      title: 'We could not tell whether you were signed out everywhere',
      text: 'Please check your connection and try again.',
      look: ({ user }) => {
        if (user) return 'You are still signed in here. Please try again.'
        leave()
        toast.success(success)
      },
    },
  })
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line pb-5">
      <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
        Signed in on a computer you no longer have? End every session at once, this one included.
      </p>
      <Button variant="secondary" busy={busy} onClick={async () => (await mayDiscard()) && void send(undefined)}>
        Sign out everywhere
      </Button>
    </div>
  )
}
