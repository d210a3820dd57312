import type { FastifyReply } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Json } from '../../database/connection/database.ts'
import type { Services } from '../services.ts'
import { checkReply } from './check-reply.ts'
import { isNotModified } from './conditional.ts'
import { Bytes } from './endpoint.ts'

/** Sends what a handler returned. `member`: the owner of the session, if there is one. */
export function send(
  services: Services,
  endpoint: Endpoint,
  reply: FastifyReply,
  answer: unknown,
  member: string | undefined,
): FastifyReply {
  if (answer instanceof Bytes) return sendBytes(reply, answer)
  if (answer === undefined || answer === null) return reply.status(204).send()
  const text = answer instanceof Json ? answer.text : JSON.stringify(answer)
  if (services.config.mode !== 'production') checkReply(endpoint, text)
  services.unread.hold(reply, text, member)
  return reply.status(endpoint.status).header('content-type', 'application/json; charset=utf-8').send(text)
}

/** HEAD keeps the Content-Length of the file. */
function sendBytes(reply: FastifyReply, { status, headers, body }: Bytes): FastifyReply {
  const { etag, 'cache-control': cacheControl } = headers
  if (status === 200 && isNotModified(reply.request, etag))
    return reply.status(304).headers({ etag, 'cache-control': cacheControl }).send()
  return reply
    .status(status)
    .headers(headers)
    .send(reply.request.method === 'HEAD' ? undefined : body)
}
