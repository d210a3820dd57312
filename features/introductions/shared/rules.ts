import { manyLines, oneLine, tooLong } from '../../../contract/text.ts'

/** What the form and the server both ask of a request, said once. A value is judged as it would be stored. */
export const fields = ['request_title', 'context', 'your_company', 'target_person', 'target_email', 'urgency'] as const
export type Field = (typeof fields)[number]

export const limits = {
  request_title: 200,
  context: 5000,
  your_company: 200,
  target_person: 200,
  target_email: 254,
  comment_text: 5000,
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const atLeast = (least: number, otherwise: string) => (text: string) =>
  [...text].length < least ? otherwise : undefined
const atMost = (most: number) => (text: string) => tooLong(text, most)

type Rule = (text: string) => string | undefined
// In this order, and the first that is broken ends it: a length is checked before a pattern, which would take seconds on a long text.
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

/** What is wrong with a field, or undefined. */
export function problemOf(field: Field, value: string): string | undefined {
  const text = asStored(field)(value)
  for (const rule of rules[field]) {
    const problem = rule(text)
    if (problem) return problem
  }
  return undefined
}

/** The problems of those fields that are there. */
export function problemsOf(values: Partial<Record<Field, string>>): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {}
  for (const field of fields) {
    const value = values[field]
    const problem = value === undefined ? undefined : problemOf(field, value)
    if (problem) found[field] = problem
  }
  return found
}
