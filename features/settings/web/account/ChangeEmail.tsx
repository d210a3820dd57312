import { useState } from 'react'
import { accountLimits } from '../../../../contract/account.ts'
import { api } from '../../../../web/api/call.ts'
import { allFilled } from '../../../../web/form/checks.ts'
import { useSubmit } from '../../../../web/form/submit.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { Dialog } from '../../../../web/ui/Dialog.tsx'
import { TextField } from '../../../../web/ui/TextField.tsx'
import { askForNewEmail } from '../../contract.ts'
import { useProof } from '../proof-context.ts'

export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  return sentTo ? <Sent to={sentTo} onClose={onClose} /> : <Ask onSent={setSentTo} onClose={onClose} />
}

function Ask({ onSent, onClose }: { onSent: (email: string) => void; onClose: () => void }) {
  const prove = useProof()
  const { busy, fields, onSubmit } = useSubmit<'email'>(
    'The email was not changed',
    async ({ email }, form) => {
      if (!allFilled(form)) return
      await prove(() => api(askForNewEmail, { email }))
      onSent(email)
    },
    {
      unsure: {
        title: 'We could not tell whether the link was sent',
        text: 'Please look into the mail of the new address. If there is none, send the link again.',
      },
    },
  )
  return (
    <Dialog
      open
      size="sm"
      title="Change email"
      description="We send a link to the new address. It counts once you have opened the link."
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyText="Sending...">
            Send link
          </Button>
        </>
      }
    >
      <TextField
        label="New Email"
        name="email"
        limit={accountLimits.email}
        type="email"
        autoComplete="email"
        error={fields.email}
      />
    </Dialog>
  )
}

/** The same words for an address that somebody else has: only its owner's mailbox learns of it. */
function Sent({ to, onClose }: { to: string; onClose: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      title="Look into your mail"
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <p role="status" className="text-muted">
        If <span className="break-words text-ink">{to}</span> can be used for an account, a link is on its way there. It
        works for 24 hours. Until you open it, you go on signing in with your present email.
      </p>
    </Dialog>
  )
}
