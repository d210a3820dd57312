import { useState } from 'react'
import type { Reply } from '../../../../contract/endpoint.ts'
import { api } from '../../../../web/api/call.ts'
import { chunkOf, useChunk } from '../../../../web/app/chunk.ts'
import { FormDialog } from '../../../../web/form/FormDialog.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { CopyButton } from '../../../../web/ui/CopyButton.tsx'
import { Skeleton } from '../../../../web/ui/Skeleton.tsx'
import { TextField } from '../../../../web/ui/TextField.tsx'
import { challengeFactor, enrolFactor, factorLimits } from '../../../auth/factor-contract.ts'
import { useProof } from '../proof-context.ts'
import { FinishDialog, type OnAdded } from './FinishDialog.tsx'

const qrCode = chunkOf(() => import('./QrCode.tsx'))

type Enrolled = Reply<typeof enrolFactor>
type Props = { onClose: () => void; onAdded: OnAdded }

/** Adds an authenticator app: first its name, then its key and a first code. */
export function AddApp({ onClose, onAdded }: Props) {
  const [factor, setFactor] = useState<Enrolled>()
  if (!factor) return <Name onClose={onClose} onEnrolled={setFactor} />
  return (
    <FinishDialog
      factor={factor}
      challenge={async () => (await api(challengeFactor, { id: factor.id })).id}
      title="Scan this code"
      description="Open your authenticator app, add an account and point the camera here. Then type the six digits it shows."
      onClose={onClose}
      onAdded={onAdded}
    >
      {factor.totp && <Key secret={factor.totp.secret} uri={factor.totp.uri} />}
    </FinishDialog>
  )
}

function Name({ onClose, onEnrolled }: { onClose: () => void; onEnrolled: (factor: Enrolled) => void }) {
  const prove = useProof()
  const form = useForm({
    send: ({ friendly_name }: { friendly_name: string }) =>
      prove(() => api(enrolFactor, { factor_type: 'totp', friendly_name })),
    failure: 'The app was not added',
    noToastIfShownByField: true,
    onSaved: onEnrolled,
  })
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Add an authenticator app"
      description="Any app for one-time codes will do, such as the one in your password manager."
      button="Continue"
      onClose={onClose}
    >
      <TextField
        label="Name"
        limit={factorLimits.friendly_name}
        placeholder="My phone"
        hint="So that you know it again. May stay empty."
        {...form.field('friendly_name')}
      />
    </FormDialog>
  )
}

function Key({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Picture text={uri} />
      <div className="flex min-w-0 flex-1 basis-44 flex-col items-start gap-3">
        <p className="text-sm text-muted">No camera at hand? Type this key into the app instead.</p>
        <p data-key={secret} className="font-mono text-sm leading-relaxed wrap-anywhere">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <CopyButton text={secret} size="sm">
          Copy key
        </CopyButton>
      </div>
    </div>
  )
}

function Picture({ text }: { text: string }) {
  const { module, failure } = useChunk(qrCode)
  if (module) return <module.default text={text} label="QR code for your authenticator app" />
  if (!failure) return <Skeleton className="size-48" />
  return (
    <Banner
      tone="amber"
      action={
        <Button size="sm" variant="secondary" onClick={() => void qrCode.fetch()}>
          Try again
        </Button>
      }
    >
      The picture could not be loaded.
    </Banner>
  )
}
