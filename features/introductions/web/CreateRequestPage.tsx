import { Link, useNavigate } from '@tanstack/react-router'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { textIn } from '../../../web/form/typed.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import type { IntroductionRequest } from '../contract.ts'
import { createRequest } from './calls.ts'
import { titleOf } from './failures.ts'
import { type Arrival, useArrival } from './members.ts'
import { RequestFields } from './RequestFields.tsx'
import { afterRequest } from './requests.ts'
import { checked, labels, type New, newRequestTo, valuesOf } from './values.ts'

const { status: _, ...emptyValues } = valuesOf(null)

export default function CreateRequestPage() {
  const arrival = useArrival()
  return <RequestForm key={arrival.key} arrival={arrival} />
}

function RequestForm({ arrival }: { arrival: Arrival }) {
  const { user, profile } = useAuth()
  const navigate = useNavigate()
  const { key, ...target } = arrival
  const form = useForm({
    typed: useTyped<IntroductionRequest, New>({
      name: newRequestTo(key),
      place: 'A new introduction request',
      row: null,
      valuesOf: () => ({ ...emptyValues, your_company: profile?.company_name ?? '', ...target }),
    }),
    check: checked,
    send: ({ target_profile_id, ...request }, sent) =>
      createRequest(user, target_profile_id ? { ...request, target_profile_id } : request, sent),
    refresh: afterRequest,
    success: ['Request created', 'Your introduction request has been created successfully.'],
    tellsSignedOut: true,
    failure: error => titleOf(error, 'Failed to create request'),
    onDone: () => void navigate({ to: '/introduction-requests' }),
  })

  return (
    <div className="mx-auto max-w-[700px]">
      <PageHeader
        back={<Link to="/introduction-requests">Back to Introduction Requests</Link>}
        title="Create Introduction Request"
        subtitle="Request an introduction to another member or someone outside the network"
      />
      <Card>
        <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
          <FormNotices
            form={form}
            subject="this request"
            button="Create Request"
            labels={labels}
            detail={typed => [typed.request_title, typed.context].filter(Boolean).join(' · ') || textIn(typed)}
          />
          <RequestFields values={form.values} problems={form.fields} arrival={arrival} onChange={form.change} />
          <div className="flex justify-end">
            <Button type="submit" size="lg" busy={form.busy} busyText="Creating Request...">
              Create Request
            </Button>
          </div>
        </form>
      </Card>
    </div>
  )
}
