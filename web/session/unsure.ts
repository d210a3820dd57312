import { ApiError } from '../api/call.ts'
import { toast } from '../ui/toast.ts'
import { session } from './session.tsx'
import type { AuthState } from './store.ts'

/** What is said of a change to the account when nobody knows whether it was made. */
export type Unsure = {
  /** 'We could not tell whether the password was changed' */
  title: string
  /** What to do, where there is nothing to look at or the server still does not answer. */
  text: string
  /** What the session, read again, tells about it: what to say instead. Nothing: all is said. */
  look?: (now: AuthState, before: AuthState) => string | undefined
}

/** No answer came, or none that can be read: the server may have done it all the same. */
export const isUnsure = (error: unknown) => error instanceof ApiError && error.status < 400

/** Looks whether it was done, and says what is known. `before`: the session when the change was sent. */
export async function tellUnsure({ title, text, look }: Unsure, before: AuthState): Promise<number> {
  const said = look && (await session.ask()) ? look(session.get(), before) : text
  return said === undefined ? 0 : toast.error(title, said)
}
