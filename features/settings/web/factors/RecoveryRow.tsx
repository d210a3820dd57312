import { LifeBuoy } from 'lucide-react'
import { api } from '../../../../web/api/call.ts'
import { useCall } from '../../../../web/api/send.ts'
import { Badge } from '../../../../web/ui/Badge.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { useConfirm } from '../../../../web/ui/confirm-context.ts'
import { listFactors, renewRecoveryCodes } from '../../../auth/factor-contract.ts'
import { useProof } from '../proof-context.ts'
import { Row } from '../Row.tsx'

const FEW_CODES = 3

export function RecoveryRow({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const prove = useProof()
  const confirm = useConfirm()
  const { send, busy } = useCall(() => prove(() => api(renewRecoveryCodes)), {
    refresh: [listFactors],
    failure: 'There are no new codes',
    unsure: {
      title: 'We could not tell whether new codes were made',
      text: 'The codes you have may no longer work. Please get new codes again.',
    },
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  async function renew() {
    const isSure = await confirm({
      title: 'Get new recovery codes?',
      text: 'The codes you have now stop working at once.',
      confirm: 'Get new codes',
    })
    if (isSure) await send(undefined)
  }
  return (
    <Row
      icon={LifeBuoy}
      title={
        <>
          <span>Recovery codes</span>
          <Badge tone={left > FEW_CODES ? 'neutral' : 'amber'}>{`${left} left`}</Badge>
        </>
      }
      text="For the day you lose your phone. Each lets you in once."
      action={
        <Button variant="secondary" busy={busy} onClick={renew}>
          Get new codes
        </Button>
      }
    />
  )
}
