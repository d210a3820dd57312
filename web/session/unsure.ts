import { ApiError } from '../api/call.ts'
import { toast } from '../ui/toast.ts'
import { session } from './session.tsx'
import type { AuthState } from './store.ts'

/** The message about a change to the account if its outcome is unknown. */
export type Unsure = {
  /** 'We could not tell whether the password was changed' */
  title: string
  /** What the member can do, if there is no `look` or the server still does not answer. */
  text: string
  /** Finds the outcome in the session, read again: returns the text to show instead, or undefined for no message. */
  look?: (now: AuthState, before: AuthState) => string | undefined
}

/** No response, or none that can be parsed: the server may have made the change. */
export const isUnsure = (error: unknown) => error instanceof ApiError && error.status < 400

/** Reads the session to find the outcome, and shows it. `before`: the session when the change was sent. */
export async function tellUnsure({ title, text, look }: Unsure, before: AuthState): Promise<number> {
  const message = look && (await session.ask()) ? look(session.get(), before) : text
  return message === undefined ? 0 : toast.error(title, message)
}
