import { newKey } from '../api.ts'

export type Submit = { input: string; key: string }

/** The same input sent again after a lost answer is the same submit, and goes out under the same key. */
export function sameSubmit(last: Submit | null, input: unknown): Submit {
  const text = JSON.stringify(input) ?? ''
  return last?.input === text ? last : { input: text, key: newKey() }
}
