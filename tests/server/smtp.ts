import { onTestFinished } from 'vitest'
import { startSmtpServer } from '../../proof/smtp.ts'

export type { Letter } from '../../proof/smtp.ts'

/** A mail server until the test ends. */
export async function smtpServer(...answers: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...answers)
  onTestFinished(server.close)
  return server
}
