import type { FastifyInstance } from 'fastify'
import { logRarely } from './log-rarely.ts'

const HOUR_MS = 3_600_000

/**
 * Warns of X-Forwarded-For from an address that TRUST_PROXY does not list. If it comes from the operator's proxy, all members count as one network
 * and share its limits; it may also be made up by a visitor.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  const warn = logRarely(
    app.log,
    'X-Forwarded-For came from an address that TRUST_PROXY does not list; if it is your proxy, all members share the limits of one address',
    HOUR_MS,
  )
  app.addHook('onRequest', async ({ headers, ips, socket }) => {
    // `ips` begins with the address of the connection. The forwarded ones follow only if that one is trusted.
    if (headers['x-forwarded-for'] && (ips?.length ?? 1) < 2) warn({ address: socket.remoteAddress })
  })
}
