import type { FastifyReply } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { Json } from '../database/database.ts'
import { checkReply } from './check-reply.ts'
import { Bytes, type House } from './endpoint.ts'

/** A handler's answer, as the reply that its contract promises. */
export function send(house: House, endpoint: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer instanceof Bytes) return reply.status(answer.status).headers(answer.headers).send(answer.body)
  if (answer === undefined || answer === null) return reply.status(endpoint.status).send()
  const text = answer instanceof Json ? answer.text : JSON.stringify(answer)
  if (house.config.mode !== 'production') checkReply(endpoint, text)
  return reply.status(endpoint.status).header('content-type', 'application/json; charset=utf-8').send(text)
}
