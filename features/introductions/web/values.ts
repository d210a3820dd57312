import type { IntroductionRequest } from '../contract.ts'
import { DEFAULT_URGENCY, type Status, statusLabels, type Urgency, urgencyLabels } from '../shared/labels.ts'
import { type Field, problemsOf } from '../shared/rules.ts'

/** What the forms hold: every field as the text that stands in it. */
export type Values = Record<Exclude<Field, 'urgency'>, string> & { urgency: Urgency; status: Status }

/** A new request begins as pending. */
export type New = Omit<Values, 'status'>
/** The name of the draft of the form that was opened without naming anybody. */
export const NEW_REQUEST = 'introduction:new'
/** What was written about one member must not go into the request to another: each arrival has its own draft. */
export const newRequestTo = (arrival: string) => (arrival ? `${NEW_REQUEST}:${arrival}` : NEW_REQUEST)

export const valuesOf = (request: IntroductionRequest | null): Values => ({
  request_title: request?.request_title ?? '',
  context: request?.context ?? '',
  your_company: request?.your_company ?? '',
  target_person: request?.target_person ?? '',
  target_email: request?.target_email ?? '',
  urgency: request?.urgency ?? DEFAULT_URGENCY,
  status: request?.status ?? 'pending',
})

export const labels: Record<keyof Values, string> = {
  request_title: 'Request Title',
  context: 'Context',
  your_company: 'Your Company',
  target_person: 'Target Person',
  target_email: 'Target Email',
  urgency: 'Urgency',
  status: 'Status',
}

/** A field's value in words, where they are not its own. */
export function worded(field: keyof Values, value: string): string | undefined {
  if (field === 'urgency') return urgencyLabels[value as Urgency]
  return field === 'status' ? statusLabels[value as Status] : undefined
}

/** What is wrong with these fields, for useForm. */
export function checked(values: Partial<Values>) {
  const fields = problemsOf(values)
  return Object.keys(fields).length > 0 ? { fields } : undefined
}
