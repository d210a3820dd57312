import { api } from '../../../../web/api/call.ts'
import { queryClient } from '../../../../web/api/query.ts'
import { allFilled, passwordsMatch } from '../../../../web/form/checks.ts'
import { useSubmit } from '../../../../web/form/submit.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { Dialog } from '../../../../web/ui/Dialog.tsx'
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
  const { busy, fields, onSubmit } = useSubmit<'password' | 'confirm'>(
    'The password was not changed',
    async (values, form) => {
      if (!allFilled(form) || !passwordsMatch(values, form)) return
      take(await prove(() => api(changePassword, { password: values.password })))
      changed()
    },
    {
      unsure: {
        title: 'We could not tell whether the password was changed',
        text: 'Please check your connection. Then sign in with the new password or, if that fails, with the old one.',
        look: (now, before) => {
          if (!now.session) return 'You were signed out, so it probably was. Please sign in with the new password.'
          // Only the change itself gives this browser another session.
          if (now.session.id === before.session?.id)
            return 'You are still signed in as before, so it probably was not. Please try again.'
          changed()
        },
      },
    },
  )
  return (
    <Dialog
      open
      size="sm"
      title="Change password"
      description="Every other browser that is signed in to your account will be signed out."
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyText="Saving...">
            Set new password
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          error={fields.password}
        />
        <PasswordField label="Confirm Password" name="confirm" autoComplete="new-password" />
      </div>
    </Dialog>
  )
}
