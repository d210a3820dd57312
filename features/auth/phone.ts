import { randomInt } from 'node:crypto'
import { postMail } from '../../server/mail/mail.ts'
import { Refusal } from '../../server/request/errors.ts'
import type { Services } from '../../server/services.ts'

export const newPhoneCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Codes are sent through PHONE_SENDER_URL. Without it they are written to the outbox, which is allowed only outside production. */
export const canSendToPhones = ({ config }: Pick<Services, 'config'>) =>
  config.phoneSenderUrl !== undefined || config.mode !== 'production'

export function refusePhoneWithoutSender(services: Services): void {
  if (!canSendToPhones(services))
    throw new Refusal(409, 'Codes by phone are not set up in this community. Please use an authenticator app.')
}

/** Call outside a transaction: the sender may take seconds. */
export async function sendPhoneCode(services: Services, phone: string, channel: string, code: string): Promise<void> {
  refusePhoneWithoutSender(services)
  const { config } = services
  const text = `${code} is your code for ${config.communityName}. It is good for five minutes.`
  if (!config.phoneSenderUrl) {
    await services.db.asSystem(tx => postMail(tx, { recipient: phone, subject: `Code by ${channel}`, body: text }))
    return
  }
  const answer = await fetch(config.phoneSenderUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: phone, channel, text }),
    signal: AbortSignal.timeout(5000),
    // Never forward the number and the code to another host.
    redirect: 'error',
  }).catch(() => null)
  await answer?.body?.cancel().catch(() => undefined)
  if (!answer?.ok)
    throw new Refusal(503, 'The code could not be sent. Please try again in a moment.', { retryAfter: 10 })
}
