import { Link, useNavigate } from '@tanstack/react-router'
import { fieldsOf } from '../../../web/api/call.ts'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { textIn } from '../../../web/form/typed.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import type { IntroductionRequest } from '../contract.ts'
import { type Arrival, useArrival } from './arrival.ts'
import { createRequest } from './calls.ts'
import { titleOf } from './failures.ts'
import { RequestFields } from './RequestFields.tsx'
import { afterRequest, useOpenRequestFor } from './requests.ts'
import { Suggestions } from './Suggestions.tsx'
import { useSuggestions, withoutAsksOfOthers } from './use-suggestions.ts'
import { checked, labels, type New, newRequestTo, valuesOf } from './values.ts'

const { status: _, ...emptyValues } = { ...valuesOf(null), ask_profile_ids: [] }

const isShownByField = (error: unknown) => {
  const { ask_profile_ids, target_person } = fieldsOf(error)
  return Boolean(ask_profile_ids || target_person)
}

export default function CreateRequestPage() {
  const arrival = useArrival()
  return <RequestForm key={arrival.key} arrival={arrival} />
}

function RequestForm({ arrival }: { arrival: Arrival }) {
  const { user, profile } = useAuth()
  const navigate = useNavigate()
  const { key, ...target } = arrival
  const typed = useTyped<IntroductionRequest, New>({
    name: newRequestTo(key),
    place: 'A new introduction request',
    row: null,
    valuesOf: () => ({ ...emptyValues, your_company: profile?.company_name ?? '', ...target }),
  })
  const asked = useOpenRequestFor(typed.values.target_profile_id)
  const suggestions = useSuggestions(typed.values)
  const form = useForm({
    typed,
    check: values => checked(values, asked !== undefined),
    send: ({ target_profile_id: member, target_investor_id: investor, ask_profile_ids: _, ...request }, sent) => {
      const picked = { ...(member && { target_profile_id: member }), ...(investor && { target_investor_id: investor }) }
      const asked = suggestions.chosen.length > 0 && { ask_profile_ids: suggestions.chosen }
      return createRequest(user, { ...request, ...picked, ...asked }, sent)
    },
    refresh: afterRequest,
    success: ['Request created', 'Your introduction request has been created successfully.'],
    tellsSignedOut: true,
    failure: error => (isShownByField(error) ? undefined : titleOf(error, 'Failed to create request')),
    // A request to an investor is opened: its dialog offers to ask those who know them.
    onDone: created =>
      void navigate({
        to: '/introduction-requests',
        search: (created?.target_investor_id ? { request: String(created.id) } : {}) as never,
      }),
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
          <RequestFields
            values={form.values}
            problems={form.fields}
            arrival={arrival}
            asked={asked}
            onChange={change => form.change(withoutAsksOfOthers(form.values, change))}
          />
          <Suggestions
            suggestions={suggestions}
            target={form.values.target_person}
            error={form.fields.ask_profile_ids}
            onChange={ask_profile_ids => form.change({ ask_profile_ids })}
          />
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
