import { manyLines, oneLine, tooLong } from '../../../contract/text.ts'

/** Validation of a request, shared by the form and the server. Values are normalised as for storage before they are checked. */
const fields = ['request_title', 'context', 'your_company', 'target_person', 'target_email', 'urgency'] as const
export type Field = (typeof fields)[number]

export const limits = {
  request_title: 200,
  context: 5000,
  your_company: 200,
  target_person: 200,
  target_email: 254,
  comment_text: 5000,
  blurb: 4000,
}

export const NO_BLURB = 'Please enter a text.'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const atLeast = (min: number, message: string) => (text: string) => ([...text].length < min ? message : undefined)
const atMost = (max: number) => (text: string) => tooLong(text, max)

type Rule = (text: string) => string | undefined
// Checked in this order until one fails. Length comes before the regular expression, which would take seconds on a long text.
const rules: Record<Field, Rule[]> = {
  request_title: [atLeast(3, 'Title must be at least 3 characters long'), atMost(limits.request_title)],
  context: [atLeast(10, 'Context must be at least 10 characters long'), atMost(limits.context)],
  your_company: [atLeast(1, 'Company name is required'), atMost(limits.your_company)],
  target_person: [atMost(limits.target_person)],
  target_email: [
    atMost(limits.target_email),
    text => (text === '' || EMAIL.test(text) ? undefined : 'Invalid email format'),
  ],
  urgency: [atLeast(1, 'Urgency level is required')],
}

export const asStored = (field: Field) => (field === 'context' ? manyLines : oneLine)

/** The error message of a field, or undefined. */
export function problemOf(field: Field, value: string): string | undefined {
  const text = asStored(field)(value)
  for (const rule of rules[field]) {
    const problem = rule(text)
    if (problem) return problem
  }
  return undefined
}

/** Error messages of the fields that are present. */
export function problemsOf(values: Partial<Record<Field, string>>): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  for (const field of fields) {
    const value = values[field]
    const problem = value === undefined ? undefined : problemOf(field, value)
    if (problem) problems[field] = problem
  }
  return problems
}
