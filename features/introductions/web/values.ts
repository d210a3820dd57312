import type { IntroductionRequest } from '../contract.ts'
import { DEFAULT_URGENCY, type Status, statusLabels, type Urgency, urgencyLabels } from '../shared/labels.ts'
import { type Field, problemsOf } from '../shared/rules.ts'

/** The forms' values: the text of every field, and the member or the investor who was picked as target. */
export type Values = Record<Exclude<Field, 'urgency'>, string> & {
  urgency: Urgency
  status: Status
  target_profile_id: number | null
  target_investor_id: number | null
}

/** A new request is always pending. `ask_profile_ids`: the members who are asked by name. */
export type New = Omit<Values, 'status'> & { ask_profile_ids: number[] }
/** The draft of the form opened without a target in the URL. */
export const NEW_REQUEST = 'introduction:new'
/** A draft per target in the URL: a text about one member must not get into a request for another. */
export const newRequestTo = (arrival: string) => (arrival ? `${NEW_REQUEST}:${arrival}` : NEW_REQUEST)

export const valuesOf = (request: IntroductionRequest | null): Values => ({
  request_title: request?.request_title ?? '',
  context: request?.context ?? '',
  your_company: request?.your_company ?? '',
  target_person: request?.target_person ?? '',
  target_email: request?.target_email ?? '',
  urgency: request?.urgency ?? DEFAULT_URGENCY,
  status: request?.status ?? 'pending',
  target_profile_id: request?.target_profile_id ?? null,
  target_investor_id: request?.target_investor_id ?? null,
})

/** The ids of a picked target have none: its name is shown. */
export const labels: Partial<Record<keyof Values, string>> = {
  request_title: 'Request Title',
  context: 'Context',
  your_company: 'Your Company',
  target_person: 'Target Person',
  target_email: 'Target Email',
  urgency: 'Urgency',
  status: 'Status',
}

/** How a value is shown to members, if not as it is. */
export function formatValue(field: keyof Values, value: Values[keyof Values]): string | undefined {
  if (field === 'urgency') return urgencyLabels[value as Urgency]
  return field === 'status' ? statusLabels[value as Status] : undefined
}

const ALREADY_ASKED = 'You already have an open request to meet this member.'

/** What is wrong with these fields, for useForm. `isAsked`: there is another open request for the picked member. */
export function checked(values: Partial<Values>, isAsked = false) {
  const fields = { ...problemsOf(values), ...(isAsked && { target_person: ALREADY_ASKED }) }
  return Object.keys(fields).length > 0 ? { fields } : undefined
}
