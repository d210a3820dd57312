import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { readCookie } from '../session/cookies.ts'
import { needsBody } from './conditional.ts'

/** The parts of the HTTP request and response that a handler may use, besides its parsed input and its reply. */
export type Http = {
  id: string
  ip: string
  userAgent: string
  log: FastifyRequest['log']
  token: string | null
  headers: FastifyRequest['headers']
  cookie(name: string): string | null
  setHeader(name: string, value: string): void
  /** False for HEAD and for a matching If-None-Match: the file need not be read. */
  needsBody(etag: string): boolean
}

export function httpOf({ config }: Services, request: FastifyRequest, reply: FastifyReply): Http {
  const cookie = (cookieName: string) => readCookie(request.headers.cookie, cookieName, config.isHttps)
  return {
    id: request.id,
    // Undefined when the connection is already closed.
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
