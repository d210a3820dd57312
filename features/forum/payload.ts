import type { Entry } from '../../database/database.ts'
import { notAllowed, Refusal } from '../../server/errors.ts'

type Carried = { id?: number; user_id?: number; post_id?: number }

/** The payloads of the specified calls name their author and their row. The session and the address decide; these must agree. */
export function mustAgree(body: Carried, me: Entry, path: { id?: number; post_id?: number } = {}): void {
  if (body.user_id !== undefined && body.user_id !== me.profile_id) throw notAllowed()
  for (const name of ['id', 'post_id'] as const)
    if (body[name] !== undefined && body[name] !== path[name])
      throw new Refusal(400, 'The id does not match the address.', {
        fields: { [name]: 'Does not match the address.' },
      })
}
