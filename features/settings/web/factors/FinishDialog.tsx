import type { ReactNode } from 'react'
import { api } from '../../../../web/api/call.ts'
import { queryClient } from '../../../../web/api/query.ts'
import { checkFilled } from '../../../../web/form/checks.ts'
import { FormDialog } from '../../../../web/form/FormDialog.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import type { AuthState } from '../../../../web/session/store.ts'
import { CodeField } from '../../../../web/ui/CodeField.tsx'
import { SendAgain } from '../../../../web/ui/SendAgain.tsx'
import { toast } from '../../../../web/ui/toast.ts'
import { factorLimits, listFactors, verifyFactor } from '../../../auth/factor-contract.ts'
import { listSessions } from '../../contract.ts'

/** `areCodesLost`: recovery codes were created, but the response with them was lost. */
export type OnAdded = (codes: string[] | null, areCodesLost?: boolean) => void

/** The last step of adding a factor: its first code. The first factor of an account also returns the recovery codes. */
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
  /** For codes sent to the member. Resolves with whether another code was sent. */
  sendAgain?: () => Promise<boolean>
  title: string
  description: string
  /** Shown above the code field. */
  children?: ReactNode
  onClose: () => void
  onAdded: OnAdded
}) {
  const { take, askInAllTabs } = useAuth()
  function added(codes: string[] | null, areCodesLost = false) {
    for (const { path } of [listFactors, listSessions]) void queryClient.invalidateQueries({ queryKey: [path] })
    // The dialog with the recovery codes replaces the toast.
    if (!codes) toast.success('Factor added', 'Every other browser has been signed out.')
    onAdded(codes, areCodesLost)
  }
  const form = useForm({
    check: checkFilled,
    send: async ({ code }: { code: string }) =>
      take(await api(verifyFactor, { id: factor.id, challenge_id: await challenge(), code })),
    failure: 'The code was not accepted',
    noToastIfShownByField: true,
    unsure: {
      title: 'We could not tell whether the code was accepted',
      text: 'Please check your connection, then reload this page to see whether two-factor authentication is on.',
      look: (now, before) => {
        if (!now.user)
          return 'You were signed out, so two-factor authentication is probably on. Sign in, then get new recovery codes in your settings.'
        if (!verified(now).some(({ id }) => id === factor.id)) return 'So far it was not. Please try again.'
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

const verified = ({ user }: AuthState) => user?.factors.filter(({ status }) => status === 'verified') ?? []
