import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { UnfinishedOn } from './unfinished.ts'

const refusals: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers are too long.'],
}

/**
 * Our headers and error body for requests that Node refuses before any Fastify hook runs: requests that cannot be parsed, and an
 * `Expect` header other than 100-continue.
 */
export function answerUnreadable(
  { server, log }: FastifyInstance,
  headers: Record<string, string>,
  unfinishedOn: UnfinishedOn,
): void {
  server.removeAllListeners('clientError')
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // With pipelining, an earlier response on this connection may be partly sent.
    const isPartlySent = [...unfinishedOn(socket)].some(response => response.headersSent && !response.writableEnded)
    if (error.code === 'ECONNRESET' || !socket.writable || isPartlySent) return void socket.destroy()
    const [status, message] = refusals[error.code ?? ''] ?? [400, 'The request could not be read.']
    const { body, head } = errorAnswer(headers, message)
    // Not the error itself: it contains the raw request, with cookies and passwords.
    log.debug({ code: error.code, reason: error.message, request_id: head['x-request-id'] }, 'unreadable request')
    const lines = Object.entries({ ...head, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
    socket.destroy(error)
  })

  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { body, head } = errorAnswer(headers, 'The server does not do what the Expect header asks for.')
    response.writeHead(417, head).end(body)
  })
}

/** An error as Fastify's error handler (server/app.ts) sends it, for requests that do not reach Fastify. */
export function errorAnswer(headers: Record<string, string>, error: string) {
  const request_id = randomUUID()
  const body = JSON.stringify({ error, request_id })
  const head = {
    ...headers,
    'x-request-id': request_id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  return { body, head }
}
