import type { Entry } from '../../database/database.ts'
import { notAllowed, Refusal } from '../../server/errors.ts'

/** The ids that a payload carries along are never the source of truth, but a wrong one is refused rather than ignored. */
export function mustBeMine(body: { id?: number; user_id?: string }, me: Entry, id = body.id): void {
  if (body.user_id !== undefined && body.user_id !== me.user_id) throw notAllowed()
  if (body.id !== undefined && body.id !== id)
    throw new Refusal(400, 'The id in the body is not the one in the address.')
}
