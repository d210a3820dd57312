import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { readCookie } from '../session/cookies.ts'
import { needsBody } from './conditional.ts'

/** What a handler may know of the request itself, and say besides its answer. */
export type Http = {
  id: string
  ip: string
  userAgent: string
  log: FastifyRequest['log']
  token: string | null
  headers: FastifyRequest['headers']
  cookie(name: string): string | null
  setHeader(name: string, value: string): void
  /** False for HEAD, and where the browser has the file with this tag: nothing is read then. */
  needsBody(etag: string): boolean
}

export function httpOf({ config }: Services, request: FastifyRequest, reply: FastifyReply): Http {
  const cookie = (cookieName: string) => readCookie(request.headers.cookie, cookieName, config.isHttps)
  return {
    id: request.id,
    // None where the connection was cut meanwhile.
    ip: request.ip ?? '',
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    log: request.log,
    token: cookie('session'),
    headers: request.headers,
    cookie,
    setHeader: (header, value) => void reply.header(header, value),
    needsBody: etag => needsBody(request, etag),
  }
}
