import type { IntroductionRequest } from '../contract.ts'
import { type Field, fields } from '../shared/rules.ts'
import type { Status, Urgency } from '../shared/words.ts'

/** What the forms hold: every field as the text that stands in it. */
export type Values = Record<Exclude<Field, 'urgency'>, string> & { urgency: Urgency; status: Status }

export const valuesOf = (request: IntroductionRequest): Values => ({
  request_title: request.request_title,
  context: request.context,
  your_company: request.your_company,
  target_person: request.target_person ?? '',
  target_email: request.target_email ?? '',
  urgency: request.urgency,
  status: request.status,
})

/** What differs from the request as it stands: only that is sent. */
export function changesOf(request: IntroductionRequest, values: Values): Partial<Values> {
  const before = valuesOf(request)
  return Object.fromEntries(
    [...fields, 'status' as const]
      .map(field => [field, values[field].trim()] as const)
      .filter(([field, value]) => value !== before[field]),
  )
}
