import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { RestoreNotice } from '../../../web/edit/RestoreNotice.tsx'
import { useCall } from '../../../web/send.ts'
import { useAuth } from '../../../web/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { useDraft } from '../../../web/use-draft.ts'
import { problemsOf } from '../shared/rules.ts'
import { DEFAULT_URGENCY } from '../shared/words.ts'
import { createRequest } from './calls.ts'
import { titleOf } from './failures.ts'
import { useArrival } from './members.ts'
import { RequestFields } from './RequestFields.tsx'
import { afterRequest } from './requests.ts'
import { NEW_REQUEST, type New, type NewDraft } from './values.ts'

const withoutTarget = ({ target_person, target_email, ...rest }: Partial<New>): Partial<New> => rest

export default function CreateRequestPage() {
  const { user, profile } = useAuth()
  const navigate = useNavigate()
  const arrival = useArrival()
  const [draft, keep, , offer, markSent] = useDraft<NewDraft>(
    NEW_REQUEST,
    { arrival: arrival.key, typed: {} },
    { place: 'A new introduction request' },
  )
  const [judged, setJudged] = useState(false)
  const typed = draft.arrival === arrival.key ? draft.typed : withoutTarget(draft.typed)
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
              onRestore={() => offer.restore({ ...offer.draft, arrival: arrival.key })}
              onDiscard={offer.discard}
            />
          )}
          <RequestFields
            values={values}
            problems={{ ...create.fields, ...(judged ? problems : {}) }}
            arrival={arrival}
            onChange={change => keep({ arrival: arrival.key, typed: { ...typed, ...change } })}
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
