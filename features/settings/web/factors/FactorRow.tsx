import { MessageSquare, Smartphone } from 'lucide-react'
import type { Factor } from '../../../../contract/identity.ts'
import { api } from '../../../../web/api/call.ts'
import { saySuccess, useCall } from '../../../../web/api/send.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { useConfirm } from '../../../../web/ui/confirm-context.ts'
import { listFactors, removeFactor } from '../../../auth/factor-contract.ts'
import { listSessions } from '../../contract.ts'
import { useProof } from '../proof-context.ts'
import { Row } from '../Row.tsx'

export function FactorRow({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const isApp = factor.factor_type === 'totp'
  const title = factor.friendly_name || (isApp ? 'Authenticator app' : 'Phone')
  const kind = isApp ? 'Authenticator app' : `Codes to ${factor.phone}`
  const { askInAllTabs } = useAuth()
  const prove = useProof()
  const confirm = useConfirm()
  const success = isLast
    ? (['Two-factor authentication is off', 'You sign in with your password alone.'] as const)
    : 'Factor removed'
  const { send, busy } = useCall(() => prove(() => api(removeFactor, { id: factor.id })), {
    refresh: [listFactors, listSessions],
    success,
    alreadyGone: 'This factor was already removed',
    failure: 'The factor was not removed',
    onSuccess: () => void askInAllTabs(),
    unsure: {
      title: 'We could not tell whether the factor was removed',
      text: 'Please check your connection, then reload this page to see.',
      look: ({ user }) => {
        if (!user) return 'You were signed out. Please sign in again to see.'
        if (user.factors.some(({ id }) => id === factor.id)) return 'It is still there. Please try again.'
        saySuccess(success, null)
      },
    },
  })
  async function remove() {
    const isSure = await confirm({
      title: isLast ? 'Turn two-factor authentication off?' : 'Remove this factor?',
      text: isLast
        ? 'Your password alone will be enough to sign in, and your recovery codes stop working. Other browsers will be signed out.'
        : 'Its codes stop working. Other browsers will be signed out.',
      confirm: isLast ? 'Turn off' : 'Remove',
      danger: true,
    })
    if (isSure) await send(undefined)
  }
  return (
    <Row
      icon={isApp ? Smartphone : MessageSquare}
      title={title}
      text={kind}
      action={
        <Button variant="secondary" busy={busy} aria-label={`Remove ${title}`} onClick={remove}>
          Remove
        </Button>
      }
    />
  )
}
