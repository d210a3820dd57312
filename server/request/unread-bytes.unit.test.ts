import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { makeUnreadBytes } from './unread-bytes.ts'

const MB = 1024 * 1024
const answer = Buffer.alloc(30 * MB)

const to = (ip: string) => {
  const raw = Object.assign(new EventEmitter(), { req: { socket: new EventEmitter() } })
  return { request: { ip }, raw } as unknown as FastifyReply & { raw: EventEmitter }
}

test('the unread answers of all networks together are limited, and small answers go on', () => {
  const { hold } = makeUnreadBytes()
  const replies = Array.from({ length: 9 }, (_, i) => to(`10.0.0.${i}`))
  for (const reply of replies) hold(reply, answer, undefined)
  expect(() => hold(to('10.0.0.99'), answer, undefined)).toThrow('Too many answers are waiting to be read')
  hold(to('10.0.0.99'), 'small', undefined)
  replies[0]?.raw.emit('close')
  hold(to('10.0.0.99'), answer, undefined)
})

test('a member who does not read their answers does not use up those of others in the same network', () => {
  const { hold } = makeUnreadBytes()
  const list = Buffer.alloc(3 * MB)
  const replies = Array.from({ length: 3 }, () => to('10.0.0.1'))
  for (const reply of replies) hold(reply, list, 'ada')
  expect(() => hold(to('10.0.0.1'), list, 'ada')).toThrow('Too many answers are waiting to be read')
  hold(to('10.0.0.1'), list, 'bob')
  replies[0]?.raw.emit('close')
  hold(to('10.0.0.1'), list, 'ada')
})
