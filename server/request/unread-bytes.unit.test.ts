import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { makeUnreadBytes } from './unread-bytes.ts'

const MB = 1024 * 1024
const answer = Buffer.alloc(30 * MB)

test('the unread answers of all networks together are limited, and small answers go on', () => {
  const { hold } = makeUnreadBytes()
  const to = (ip: string) => {
    const raw = Object.assign(new EventEmitter(), { req: { socket: new EventEmitter() } })
    return { request: { ip }, raw } as unknown as FastifyReply & { raw: EventEmitter }
  }
  const replies = Array.from({ length: 9 }, (_, i) => to(`10.0.0.${i}`))
  for (const reply of replies) hold(reply, answer)
  expect(() => hold(to('10.0.0.99'), answer)).toThrow('Too many answers are waiting to be read')
  hold(to('10.0.0.99'), 'small')
  replies[0]?.raw.emit('close')
  hold(to('10.0.0.99'), answer)
})
