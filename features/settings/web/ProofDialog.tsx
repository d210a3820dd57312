import { useState } from 'react'
import type { Factor } from '../../../contract/identity.ts'
import { api } from '../../../web/api/call.ts'
import { useSend } from '../../../web/api/send.ts'
import { checkFilled } from '../../../web/form/checks.ts'
import { FormDialog } from '../../../web/form/FormDialog.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { CodeField } from '../../../web/ui/CodeField.tsx'
import { PasswordField } from '../../../web/ui/PasswordField.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { challengeFactor, factorLimits, proveAgain } from '../../auth/factor-contract.ts'

type Props = {
  /** Was typed just now: with it, only the code of the second factor is asked for. */
  password?: string
  onAnswer: (proved: boolean) => void
}

/** Asks for the password again, and for the second factor if there is one. */
export function ProofDialog({ password, onAnswer }: Props) {
  const { user } = useAuth()
  const factors = user?.factors.filter(({ status }) => status === 'verified') ?? []
  const phone = factors.every(({ factor_type }) => factor_type === 'phone') ? factors[0] : undefined
  const known = factors.length > 0 ? password : undefined
  const [challenge_id, setChallenge] = useState<string>()
  const form = useForm({
    check: checkFilled,
    send: ({ password = known ?? '', code }: { password?: string; code?: string }) =>
      api(proveAgain, { password, code, challenge_id }),
    failure: 'That did not work',
    noToastIfShownByField: true,
    unsure: {
      title: 'We could not tell whether that worked',
      text:
        factors.length > 0
          ? 'Please check your connection and try again, with another code.'
          : 'Please check your connection and try again.',
    },
    onSaved: () => onAnswer(true),
  })
  return (
    <FormDialog
      form={form}
      size="sm"
      title={known ? 'Please enter a code' : 'Please enter your password again'}
      description="Changes to your account need to be sure that it is you."
      button="Continue"
      busyText="Checking..."
      disabled={phone && !challenge_id}
      onClose={() => onAnswer(false)}
    >
      <div className="flex flex-col gap-5">
        {!known && <PasswordField label="Password" {...form.field('password')} />}
        {factors.length > 0 && !phone && (
          <TextField
            label="Code"
            limit={factorLimits.code}
            autoComplete="one-time-code"
            spellCheck={false}
            hint="Of your authenticator app, or a recovery code."
            {...form.field('code')}
          />
        )}
        {phone && (
          <PhoneField phone={phone} error={form.fields.code} isSent={Boolean(challenge_id)} onSent={setChallenge} />
        )}
      </div>
    </FormDialog>
  )
}

function PhoneField({
  phone,
  error,
  isSent,
  onSent,
}: {
  phone: Factor
  error?: string
  isSent: boolean
  onSent: (challenge: string) => void
}) {
  const { send, busy } = useSend(challengeFactor, {
    failure: 'The code was not sent',
    onSuccess: ({ id }) => onSent(id),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" busy={busy} onClick={() => send({ id: phone.id })}>
        {isSent ? 'Send another code' : `Send a code to ${phone.phone}`}
      </Button>
      {isSent && (
        <div className="w-full">
          <CodeField label="Code" name="code" limit={factorLimits.code} error={error} />
        </div>
      )}
    </div>
  )
}
