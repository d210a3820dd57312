import { api } from '../../../../web/api/call.ts'
import { queryClient } from '../../../../web/api/query.ts'
import { checkNewPassword, type PasswordTwice } from '../../../../web/form/checks.ts'
import { FormDialog } from '../../../../web/form/FormDialog.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { PasswordField } from '../../../../web/ui/PasswordField.tsx'
import { toast } from '../../../../web/ui/toast.ts'
import { changePassword, listSessions } from '../../contract.ts'
import { useProof } from '../proof-context.ts'

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { take } = useAuth()
  const prove = useProof()
  function changed() {
    void queryClient.invalidateQueries({ queryKey: [listSessions.path] })
    toast.success('Password changed', 'Every other browser has been signed out.')
    onClose()
  }
  const form = useForm({
    check: checkNewPassword,
    send: async ({ password }: PasswordTwice) => take(await prove(() => api(changePassword, { password }))),
    failure: 'The password was not changed',
    noToastIfShownByField: true,
    unsure: {
      title: 'We could not tell whether the password was changed',
      text: 'Please check your connection. Then sign in with the new password or, if that fails, with the old one.',
      look: (now, before) => {
        if (!now.session) return 'You were signed out, so it probably was. Please sign in with the new password.'
        // A new session in this browser means that the password was changed.
        if (now.session.id === before.session?.id)
          return 'You are still signed in as before, so it probably was not. Please try again.'
        changed()
      },
    },
    onSaved: changed,
  })
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Change password"
      description="Every other browser that is signed in to your account will be signed out."
      button="Set new password"
      busyText="Saving..."
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...form.field('password')}
        />
        <PasswordField label="Confirm Password" {...form.field('confirm')} autoComplete="new-password" />
      </div>
    </FormDialog>
  )
}
