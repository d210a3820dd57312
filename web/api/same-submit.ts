import { newKey } from './call.ts'

export type Submit = { input: string; key: string }

/** A retry with the same input after a lost response is the same submit and reuses its idempotency key. */
export function sameSubmit(last: Submit | null, input: unknown): Submit {
  const text = JSON.stringify(input) ?? ''
  return last?.input === text ? last : { input: text, key: newKey() }
}

const inFlight = new Map<string, Submit>()

/**
 * Sends with the idempotency key of the submit. The same input of the same `kind` (such as 'POST /api/posts') that is already in
 * flight, from a form that was closed and opened again, is the same submit too.
 */
export async function sendOnce<Answer>(
  kind: string,
  submit: Submit,
  send: (submit: Submit) => Promise<Answer>,
): Promise<Answer> {
  const id = kind + submit.input
  const first = inFlight.get(id) ?? submit
  inFlight.set(id, first)
  try {
    return await send(first)
  } finally {
    inFlight.delete(id)
  }
}
