import type { ReactNode } from 'react'
import { queryClient } from '../../../../web/api/query.ts'
import { filled } from '../../../../web/form/checks.ts'
import { FormDialog } from '../../../../web/form/FormDialog.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import type { AuthState } from '../../../../web/session/store.ts'
import { CodeField } from '../../../../web/ui/CodeField.tsx'
import { SendAgain } from '../../../../web/ui/SendAgain.tsx'
import { toast } from '../../../../web/ui/toast.ts'
import { factorLimits, listFactors } from '../../../auth/factor-contract.ts'
import { listSessions } from '../../contract.ts'

/** `areCodesLost`: there are recovery codes, but the answer that had them never came. */
export type OnAdded = (codes: string[] | null, areCodesLost?: boolean) => void

/** The last step of adding a factor: a first code of it. The first factor of all brings the recovery codes. */
export function FinishDialog({
  factor,
  challenge,
  sendAgain,
  title,
  description,
  children,
  onClose,
  onAdded,
}: {
  factor: { id: string }
  challenge: () => Promise<string>
  /** Where the code is sent to the member; says whether another one is on its way. */
  sendAgain?: () => Promise<boolean>
  title: string
  description: string
  /** Above the field for the code. */
  children?: ReactNode
  onClose: () => void
  onAdded: OnAdded
}) {
  const { verify, askInAllTabs } = useAuth()
  function added(codes: string[] | null, areCodesLost = false) {
    for (const { path } of [listFactors, listSessions]) void queryClient.invalidateQueries({ queryKey: [path] })
    // With the codes to look at, a toast would only be in the way.
    if (!codes) toast.success('Factor added', 'Every other browser has been signed out.')
    onAdded(codes, areCodesLost)
  }
  const form = useForm({
    check: filled,
    send: async ({ code }: { code: string }) => verify({ id: factor.id, challenge_id: await challenge(), code }),
    failure: 'The code was not accepted',
    saidByFields: true,
    unsure: {
      title: 'We could not tell whether the code was accepted',
      text: 'Please check your connection, then reload this page to see whether two-factor authentication is on.',
      look: (now, before) => {
        if (!now.user)
          return 'You were signed out, so two-factor authentication is probably on. Sign in, then get new recovery codes in your settings.'
        if (!verified(now).some(one => one.id === factor.id)) return 'So far it was not. Please try again.'
        void askInAllTabs()
        added(null, verified(before).length === 0)
      },
    },
    onSaved: ({ recovery_codes }) => added(recovery_codes),
  })
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      button="Verify"
      busyText="Checking..."
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        {children}
        <CodeField
          label="Code"
          limit={factorLimits.code}
          aside={sendAgain && <SendAgain send={sendAgain} onSent={() => form.setFields({})} />}
          {...form.field('code')}
        />
      </div>
    </FormDialog>
  )
}

const verified = ({ user }: AuthState) => user?.factors.filter(one => one.status === 'verified') ?? []
