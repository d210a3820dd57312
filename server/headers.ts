import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The headers every answer carries, and the rule that other sites cannot make a member's browser write. */
export function guard(app: FastifyInstance, { isHttps, publicUrl }: { isHttps: boolean; publicUrl: string }): void {
  app.addHook('onRequest', async (request, reply) => {
    const isData = request.url.startsWith('/api/') || request.url.startsWith('/.well-known/')
    reply.headers({
      'content-security-policy': isData ? DATA_POLICY : PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': request.id,
    })
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
    if (isData) reply.header('cache-control', 'no-store')
    if (!safeMethods.has(request.method)) refuseOtherSites(request.headers, publicUrl)
  })
}

function refuseOtherSites(headers: Record<string, string | string[] | undefined>, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  // Browsers send Sec-Fetch-Site; where it is absent the Origin must be our own. Neither: not a browser, so no cookie but its own (docs/decisions/other-sites.md).
  const isOurs =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined ||
        origin === publicUrl ||
        origin === `http://${headers.host}` ||
        origin === `https://${headers.host}`
  if (!isOurs) throw new Refusal(403, 'Requests from other sites are refused.')
}
