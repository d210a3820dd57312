import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../../web/api/send.ts'
import { RestoreNotice } from '../../../web/form/RestoreNotice.tsx'
import { useDraft } from '../../../web/form/use-draft.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { DEFAULT_URGENCY } from '../shared/labels.ts'
import { problemsOf } from '../shared/rules.ts'
import { createRequest } from './calls.ts'
import { titleOf } from './failures.ts'
import { type Arrival, useArrival } from './members.ts'
import { RequestFields } from './RequestFields.tsx'
import { afterRequest } from './requests.ts'
import { type New, type NewDraft, newRequestTo } from './values.ts'

export default function CreateRequestPage() {
  const arrival = useArrival()
  return <RequestForm key={arrival.key} arrival={arrival} />
}

function RequestForm({ arrival }: { arrival: Arrival }) {
  const { user, profile } = useAuth()
  const navigate = useNavigate()
  const [{ typed }, keep, , offer, markSent] = useDraft<NewDraft>(
    newRequestTo(arrival.key),
    { typed: {} },
    { place: 'A new introduction request' },
  )
  const [judged, setJudged] = useState(false)
  const values: New = {
    request_title: '',
    context: '',
    your_company: profile?.company_name ?? '',
    target_person: arrival.target_person,
    target_email: arrival.target_email,
    urgency: DEFAULT_URGENCY,
    ...typed,
  }

  const create = useCall((request: New, sent) => createRequest(user, request, sent), {
    kind: 'introduction request',
    refresh: afterRequest,
    success: ['Request created', 'Your introduction request has been created successfully.'],
    tellsSignedOut: true,
    failure: error => titleOf(error, 'Failed to create request'),
  })
  const problems = problemsOf(values)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setJudged(true)
    if (Object.keys(problems).length > 0) return
    const end = markSent()
    if (await create.send(values)) end(() => void navigate({ to: '/introduction-requests' }))
  }

  return (
    <div className="mx-auto max-w-[700px]">
      <PageHeader
        back={<Link to="/introduction-requests">Back to Introduction Requests</Link>}
        title="Create Introduction Request"
        subtitle="Request an introduction to another member or someone outside the network"
      />
      <Card>
        <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5">
          {offer && (
            <RestoreNotice
              detail={[offer.draft.typed.request_title, offer.draft.typed.context].filter(Boolean).join(' · ')}
              count={offer.count}
              onRestore={() => offer.restore()}
              onDiscard={offer.discard}
            />
          )}
          <RequestFields
            values={values}
            problems={{ ...create.fields, ...(judged ? problems : {}) }}
            arrival={arrival}
            onChange={change => keep({ typed: { ...typed, ...change } })}
          />
          <div className="flex justify-end">
            <Button type="submit" size="lg" busy={create.busy} busyText="Creating Request...">
              Create Request
            </Button>
          </div>
        </form>
      </Card>
    </div>
  )
}
