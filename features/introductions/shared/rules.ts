/** What the form and the server both ask of a request, said once. A value is judged without the blanks around it. */
export const fields = ['request_title', 'context', 'your_company', 'target_person', 'target_email', 'urgency'] as const
export type Field = (typeof fields)[number]

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const atLeast = (least: number, otherwise: string) => (text: string) =>
  [...text].length < least ? otherwise : undefined
const atMost = (most: number, name: string) => (text: string) =>
  [...text].length > most ? `${name} must be at most ${most} characters long` : undefined

type Rule = (text: string) => string | undefined
// In this order, and the first that is broken ends it: a length is checked before a pattern, which would take seconds on a long text.
const rules: Record<Field, Rule[]> = {
  request_title: [atLeast(3, 'Title must be at least 3 characters long'), atMost(200, 'Title')],
  context: [atLeast(10, 'Context must be at least 10 characters long'), atMost(5000, 'Context')],
  your_company: [atLeast(1, 'Company name is required'), atMost(200, 'Company name')],
  target_person: [atMost(200, 'Target person')],
  target_email: [atMost(254, 'Email'), text => (text === '' || EMAIL.test(text) ? undefined : 'Invalid email format')],
  urgency: [atLeast(1, 'Urgency level is required')],
}

/** What is wrong with a field, or undefined. */
export function problemOf(field: Field, value: string): string | undefined {
  const text = value.trim()
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
