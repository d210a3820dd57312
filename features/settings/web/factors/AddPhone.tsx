import { useState } from 'react'
import type { Reply } from '../../../../contract/endpoint.ts'
import { api } from '../../../../web/api/call.ts'
import { useSend } from '../../../../web/api/send.ts'
import { checkFilled } from '../../../../web/form/checks.ts'
import { FormDialog } from '../../../../web/form/FormDialog.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { TextField } from '../../../../web/ui/TextField.tsx'
import { challengeFactor, enrolFactor } from '../../../auth/factor-contract.ts'
import { useProof } from '../proof-context.ts'
import { RadioCards } from '../RadioCards.tsx'
import { FinishDialog, type OnAdded } from './FinishDialog.tsx'

type Channel = 'sms' | 'whatsapp'
type Sent = { factor: Reply<typeof enrolFactor>; challenge: string; channel: Channel }
type Props = { onClose: () => void; onAdded: OnAdded }

const channels = [
  { value: 'sms', label: 'SMS', hint: 'A plain text message' },
  { value: 'whatsapp', label: 'WhatsApp', hint: 'A message in the app' },
] as const

/** Adds a phone: first its number, to which a code is sent, then that code. */
export function AddPhone({ onClose, onAdded }: Props) {
  const [sent, setSent] = useState<Sent>()
  const newChallenge = useSend(challengeFactor, { failure: 'The code was not sent' })
  if (!sent) return <PhoneNumber onClose={onClose} onSent={setSent} />
  return (
    <FinishDialog
      factor={sent.factor}
      challenge={async () => sent.challenge}
      sendAgain={async () => {
        const challenge = await newChallenge.send({ id: sent.factor.id, channel: sent.channel })
        if (challenge) setSent({ ...sent, challenge: challenge.id })
        return Boolean(challenge)
      }}
      title="Enter the code"
      description={`We have sent six digits to ${sent.factor.phone}. They work for five minutes.`}
      onClose={onClose}
      onAdded={onAdded}
    />
  )
}

function PhoneNumber({ onClose, onSent }: { onClose: () => void; onSent: (sent: Sent) => void }) {
  const prove = useProof()
  const [channel, setChannel] = useState<Channel>('sms')
  const form = useForm({
    check: checkFilled,
    send: async ({ phone }: { phone: string }) => {
      const factor = await prove(() =>
        // Accept spaces, brackets, dots and hyphens.
        api(enrolFactor, { factor_type: 'phone', phone: phone.replace(/[\s().-]/g, '') }),
      )
      return { factor, challenge: (await api(challengeFactor, { id: factor.id, channel })).id, channel }
    },
    failure: 'The phone was not added',
    noToastIfShownByField: true,
    onSaved: onSent,
  })
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Add a phone"
      description="We send it six digits whenever you sign in. An authenticator app is safer and works without a signal."
      button="Send code"
      busyText="Sending..."
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <TextField
          label="Phone Number"
          type="tel"
          autoComplete="tel"
          placeholder="+1 312 555 0123"
          hint="With its country code."
          {...form.field('phone')}
        />
        <RadioCards legend="Send codes by" name="channel" options={channels} value={channel} onChange={setChannel} />
      </div>
    </FormDialog>
  )
}
