import { useState } from 'react'
import { accountLimits } from '../../../../contract/account.ts'
import { community } from '../../../../web/api/boot.ts'
import { api } from '../../../../web/api/call.ts'
import { checkFilled } from '../../../../web/form/checks.ts'
import { FormDialog } from '../../../../web/form/FormDialog.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { Dialog } from '../../../../web/ui/Dialog.tsx'
import { TextField } from '../../../../web/ui/TextField.tsx'
import { askForNewEmail } from '../../contract.ts'
import { useProof } from '../proof-context.ts'

export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  return sentTo ? <LinkSent to={sentTo} onClose={onClose} /> : <EmailForm onSent={setSentTo} onClose={onClose} />
}

function EmailForm({ onSent, onClose }: { onSent: (email: string) => void; onClose: () => void }) {
  const prove = useProof()
  const form = useForm({
    check: checkFilled,
    send: async ({ email }: { email: string }) => {
      await prove(() => api(askForNewEmail, { email }))
      return email
    },
    failure: 'The email was not changed',
    noToastIfShownByField: true,
    unsure: {
      title: community.sends_mail
        ? 'We could not tell whether the link was sent'
        : 'We could not tell whether there is a link now',
      text: community.sends_mail
        ? 'Please look into the mail of the new address. If there is none, send the link again.'
        : `Please ask whoever runs ${community.name} for the link. If there is none, request it again.`,
    },
    onSaved: onSent,
  })
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Change email"
      description={
        community.sends_mail
          ? 'We send a link to the new address. It counts once you have opened the link.'
          : 'This server sends no mail: whoever runs it gets a link for the new address, and can pass it on to you. It counts once you have opened the link.'
      }
      button={community.sends_mail ? 'Send link' : 'Request link'}
      busyText="Sending..."
      onClose={onClose}
    >
      <TextField
        label="New Email"
        limit={accountLimits.email}
        type="email"
        autoComplete="email"
        {...form.field('email')}
      />
    </FormDialog>
  )
}

/** The same text if the address belongs to another account, so that it does not reveal accounts: only that mailbox is informed. */
function LinkSent({ to, onClose }: { to: string; onClose: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      title={community.sends_mail ? 'Look into your mail' : 'Ask for your link'}
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <p role="status" className="text-muted">
        If <span className="wrap-anywhere text-ink">{to}</span> can be used for an account,{' '}
        {community.sends_mail
          ? 'a link is on its way there.'
          : `there is a link now. This server sends no mail: ask whoever runs ${community.name} for it.`}{' '}
        It works for 24 hours. Until you open it, you go on signing in with your present email.
      </p>
    </Dialog>
  )
}
