import type { Endpoint } from '../../contract/endpoint.ts'
import type { SessionUser } from '../../database/connection/database.ts'
import { Refusal } from '../request/errors.ts'
import type { Services } from '../services.ts'

/** While EMAIL_CONFIRMATION is on, writing waits for an address that was not confirmed within 7 days. Reading goes on. */
export function refuseUnconfirmed({ config }: Pick<Services, 'config'>, endpoint: Endpoint, me: SessionUser): void {
  if (!config.emailConfirmation || !me.confirmation_overdue) return
  // The calls that a session without its second factor may make end it or complete it.
  if (endpoint.method === 'GET' || endpoint.access === 'needs_second_factor' || endpoint.unconfirmed === 'allowed')
    return
  const message = `Please confirm your email address first. We sent a link to ${me.email}.`
  // By this field the browser knows why, whatever the form would say about a failure.
  throw new Refusal(403, message, { fields: { confirmation: message } })
}
