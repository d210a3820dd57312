import type { Endpoint } from '../../contract/endpoint.ts'
import type { Entry } from '../../database/connection/database.ts'
import { Refusal } from '../request/errors.ts'
import type { House } from '../services.ts'

/** While EMAIL_CONFIRMATION is on, writing waits for an address that was not confirmed within 7 days. Reading goes on. */
export function refuseUnconfirmed({ config }: Pick<House, 'config'>, endpoint: Endpoint, me: Entry): void {
  if (!config.emailConfirmation || !me.confirmation_overdue) return
  // The calls that a session without its second factor may make end it or complete it.
  if (endpoint.method === 'GET' || endpoint.access === 'half' || endpoint.unconfirmed === 'allowed') return
  const message = `Please confirm your email address first. We sent a link to ${me.email}.`
  // By this field the browser knows why, whatever the form would say about a failure.
  throw new Refusal(403, message, { fields: { confirmation: message } })
}
