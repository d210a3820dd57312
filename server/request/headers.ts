import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './errors.ts'

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

type Settings = Pick<Config, 'isHttps' | 'publicUrl' | 'hstsIncludesSubdomains'>

/**
 * The headers of every response: the strict ones for data, whatever the URL, since a URL can be spelled in many ways. Only the handler
 * for pages and bundle files (pages.ts) overrides them.
 */
export const commonHeaders = ({ isHttps, hstsIncludesSubdomains }: Settings): Record<string, string> => ({
  'content-security-policy': DATA_POLICY,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(isHttps
    ? { 'strict-transport-security': `max-age=31536000${hstsIncludesSubdomains ? '; includeSubDomains' : ''}` }
    : {}),
})

export const pageHeaders = { 'content-security-policy': PAGE_POLICY }

declare module 'fastify' {
  interface FastifyContextConfig {
    allowsOtherSites?: boolean
  }
}

/** Sets the headers, and refuses cross-site writes (CSRF). */
export function addSecurityHooks(app: FastifyInstance, config: Settings): void {
  const headers = commonHeaders(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new Refusal(400, 'The request has no Host header.')
    if (countOf('host', request.raw.rawHeaders) > 1)
      throw new Refusal(400, 'The request has more than one Host header.')
    if (!safeMethods.has(request.method) && !request.routeOptions.config.allowsOtherSites)
      refuseCrossSite(request.headers, config)
  })
}

/** Of the headers as they arrived, names and values in turn: Node keeps only the first Host, and a proxy before us may have read the other one. */
const countOf = (name: string, rawHeaders: string[]) =>
  rawHeaders.filter((part, i) => i % 2 === 0 && part.toLowerCase() === name).length

function refuseCrossSite(headers: IncomingHttpHeaders, config: Settings): void {
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  // Without Sec-Fetch-Site, the Origin must be ours. Without both, the client is no browser, so no cookies are sent on behalf of
  // another site (docs/decisions/other-sites.md).
  const isSameSite =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined || isOurs(origin, headers.host, config)
  if (!isSameSite) throw new Refusal(403, 'Requests from other sites are refused.')
}

/** Over https only the public address: a page that somebody in between serves over http at the same host must not write. */
function isOurs(origin: string, host: string | undefined, { publicUrl, isHttps }: Settings): boolean {
  if (isHttps) return origin === new URL(publicUrl).origin
  return origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`
}
