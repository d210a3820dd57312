import type { Endpoint } from '../../contract/endpoint.ts'
import type { SessionUser } from '../../database/connection/database.ts'
import { Refusal } from '../request/errors.ts'
import type { Services } from '../services.ts'

/** With EMAIL_CONFIRMATION on, a member whose address is not confirmed after 7 days may read but not write. */
export function refuseUnconfirmed({ config }: Pick<Services, 'config'>, endpoint: Endpoint, me: SessionUser): void {
  if (!config.emailConfirmation || !me.confirmation_overdue) return
  // Calls with access 'needs_second_factor' only end or complete a session.
  if (endpoint.method === 'GET' || endpoint.access === 'needs_second_factor' || endpoint.unconfirmed === 'allowed')
    return
  const message = `Please confirm your email address first. We sent a link to ${me.email}.`
  // The browser recognises this case by the field, and shows the message instead of the form's own error.
  throw new Refusal(403, message, { fields: { confirmation: message } })
}
