import { Monitor, Smartphone } from 'lucide-react'
import { deviceOf, isHandheld } from '../../../../contract/device.ts'
import { useSend } from '../../../../web/api/send.ts'
import { useSignOut } from '../../../../web/session/use-sign-out.ts'
import { Badge } from '../../../../web/ui/Badge.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { RelativeTime } from '../../../../web/ui/RelativeTime.tsx'
import { endOneSession, listSessions, type OpenSession } from '../../contract.ts'
import { Row } from '../Row.tsx'

export function SessionRow({ session }: { session: OpenSession }) {
  const signOut = useSignOut()
  const device = deviceOf(session.user_agent)
  const signedOut = ['Signed out', `${device} has been signed out.`] as const
  const { send, busy } = useSend(endOneSession, {
    refresh: [listSessions],
    success: signedOut,
    alreadyGone: signedOut,
    failure: 'Signing out failed',
    unsure: {
      title: `We could not tell whether ${device} was signed out`,
      text: 'Please check your connection. If it is still in the list, try again.',
    },
  })
  const end = () => (session.is_current ? signOut() : send({ id: session.id }))
  return (
    <Row
      icon={isHandheld(session.user_agent) ? Smartphone : Monitor}
      title={
        <>
          <span>{device}</span>
          {session.is_current && <Badge tone="green">This browser</Badge>}
        </>
      }
      text={
        <>
          Last used <RelativeTime when={session.last_used_at} />
          {session.ip && ` · ${session.ip}`}
        </>
      }
      action={
        <Button
          variant="secondary"
          busy={busy}
          aria-label={`Sign out ${session.is_current ? 'this browser' : device}`}
          // The second click of a double click would end the session whose row takes the place of the ended one.
          onClick={event => event.detail < 2 && end()}
        >
          Sign out
        </Button>
      }
    />
  )
}
