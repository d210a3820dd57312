import { newKey } from './call.ts'

export type Submit = { input: string; key: string }

/** The same input sent again after a lost answer is the same submit, and goes out under the same key. */
export function sameSubmit(last: Submit | null, input: unknown): Submit {
  const text = JSON.stringify(input) ?? ''
  return last?.input === text ? last : { input: text, key: newKey() }
}

const underWay = new Map<string, Submit>()

/**
 * Sends under the key of the submit. The same input of the same `kind` (such as 'POST /api/posts') that is under way already, from a form
 * that was closed and opened again meanwhile, is the same submit too.
 */
export async function sendOnce<Answer>(
  kind: string,
  submit: Submit,
  send: (submit: Submit) => Promise<Answer>,
): Promise<Answer> {
  const id = kind + submit.input
  const first = underWay.get(id) ?? submit
  underWay.set(id, first)
  try {
    return await send(first)
  } finally {
    underWay.delete(id)
  }
}
