import type { ReactNode, Ref } from 'react'
import { Select } from '../../../web/ui/Select.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import type { IntroductionRequest } from '../contract.ts'
import { urgencies, urgencyLabels } from '../shared/labels.ts'
import { limits } from '../shared/rules.ts'
import { TargetPerson } from './TargetPerson.tsx'
import { type Target, useTarget } from './target.ts'
import type { Values } from './values.ts'

const urgencyOptions = urgencies.map(value => ({ value, label: urgencyLabels[value] }))
const CONTEXT_HEIGHT = 150

/** The fields of a request, to create or to edit one. */
export function RequestFields({
  values,
  problems,
  onChange,
  titleRef,
  arrival,
  stored,
  asked,
  targetNotice,
}: {
  values: Omit<Values, 'status'>
  problems: Partial<Record<string, string>>
  onChange: (change: Partial<Values>) => void
  titleRef?: Ref<HTMLInputElement>
  /** The target given in the URL. */
  arrival?: Target
  /** The target of the edited request. */
  stored?: Target
  /** My other open request for the picked member. */
  asked?: IntroductionRequest
  /** What a changed target leads to. */
  targetNotice?: ReactNode
}) {
  const target = useTarget(values, onChange, { arrival, stored })
  return (
    <>
      <TextField
        ref={titleRef}
        label="Request Title"
        name="request_title"
        limit={limits.request_title}
        required
        placeholder="Introduction to a head of logistics"
        value={values.request_title}
        error={problems.request_title}
        onChange={event => onChange({ request_title: event.target.value })}
      />
      <TextArea
        label="Context"
        name="context"
        limit={limits.context}
        required
        style={{ minHeight: CONTEXT_HEIGHT }}
        hint="Whoever makes the introduction may pass this on. Say why, and why now."
        value={values.context}
        error={problems.context}
        onChange={event => onChange({ context: event.target.value })}
      />
      <TextField
        label="Your Company"
        name="your_company"
        limit={limits.your_company}
        required
        autoComplete="organization"
        value={values.your_company}
        error={problems.your_company}
        onChange={event => onChange({ your_company: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <TargetPerson
            target={values}
            error={problems.target_person}
            asked={asked}
            onType={target.typeName}
            onChoose={target.choose}
            onUnlink={target.unlink}
          />
          {targetNotice}
        </div>
        <TextField
          label="Target Email"
          name="target_email"
          limit={limits.target_email}
          type="email"
          autoComplete="off"
          hint="Optional. Only you will see it."
          value={values.target_email}
          error={problems.target_email}
          onChange={event => target.typeEmail(event.target.value)}
        />
      </div>
      <Select
        label="Urgency"
        name="urgency"
        options={urgencyOptions}
        value={values.urgency}
        error={problems.urgency}
        onChange={urgency => onChange({ urgency })}
      />
    </>
  )
}
