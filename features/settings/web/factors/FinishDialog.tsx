import type { ReactNode } from 'react'
import { allFilled } from '../../../../web/checks.ts'
import { queryClient } from '../../../../web/query.ts'
import { useAuth } from '../../../../web/session.tsx'
import { useSubmit } from '../../../../web/submit.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { CodeField } from '../../../../web/ui/CodeField.tsx'
import { Dialog } from '../../../../web/ui/Dialog.tsx'
import { toast } from '../../../../web/ui/toast.ts'
import { factorLimits, listFactors } from '../../../auth/factor-contract.ts'
import { listSessions } from '../../contract.ts'

/** The last step of adding a factor: a first code of it. The first factor of all brings the recovery codes. */
export function FinishDialog({
  factor,
  challenge,
  title,
  description,
  children,
  onClose,
  onAdded,
}: {
  factor: { id: string }
  challenge: () => Promise<string>
  title: string
  description: string
  /** Above the field for the code. */
  children?: ReactNode
  onClose: () => void
  onAdded: (codes: string[] | null) => void
}) {
  const { verify } = useAuth()
  const { busy, fields, onSubmit } = useSubmit<'code'>('The code was not accepted', async ({ code }, form) => {
    if (!allFilled(form)) return
    const { recovery_codes } = await verify({ id: factor.id, challenge_id: await challenge(), code })
    for (const { path } of [listFactors, listSessions]) void queryClient.invalidateQueries({ queryKey: [path] })
    // With the codes to look at, a toast would only be in the way.
    if (!recovery_codes) toast.success('Factor added', 'Every other browser has been signed out.')
    onAdded(recovery_codes)
  })
  return (
    <Dialog
      open
      title={title}
      description={description}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyText="Checking...">
            Verify
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {children}
        <CodeField label="Code" name="code" limit={factorLimits.code} error={fields.code} />
      </div>
    </Dialog>
  )
}
