import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '../../contract/live.ts'
import { merge } from './changes.ts'
import { openHub } from './hub.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change = (id: number, op: Change['op'] = 'insert', kind = 'posts'): Change => ({ kind, op, id, parent: null })
const listening = (hub: ReturnType<typeof openHub>, userId = 'ada') => {
  const heard: Change[][] = []
  hub.add({
    userId,
    sessionId: userId,
    write: text => {
      const data = /data: (.*)/.exec(String(text))?.[1]
      if (data) heard.push(JSON.parse(data) as Change[])
      return true
    },
    end: () => undefined,
  })
  return heard
}

test('API-08 a thousand changes in a second are at most ten messages, and none is lost', () => {
  const hub = openHub()
  const heard = listening(hub)
  for (let i = 1; i <= 1000; i++) {
    hub.hear({ at: i, change: change(i), onlyFor: null })
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(200)
  expect(heard.length).toBeLessThanOrEqual(11)
  expect(new Set(heard.flat().map(one => one.id)).size).toBe(1000)
})

test('the first change of a quiet time is told at once', () => {
  const hub = openHub()
  const heard = listening(hub)
  vi.advanceTimersByTime(5000)
  hub.hear({ at: 1, change: change(1), onlyFor: null })
  vi.advanceTimersByTime(0)
  expect(heard).toHaveLength(1)
})

test('what is for one member reaches that one only', () => {
  const hub = openHub()
  const [ada, bob] = [listening(hub, 'ada'), listening(hub, 'bob')]
  hub.hear({ at: 1, change: change(7), onlyFor: 'ada' })
  hub.hear({ at: 2, change: change(8), onlyFor: null })
  vi.advanceTimersByTime(200)
  expect([
    ada
      .flat()
      .map(one => one.id)
      .sort(),
    bob.flat().map(one => one.id),
  ]).toEqual([[7, 8], [8]])
})

test('of one row the last change counts, but a new row stays new until it is gone', () => {
  expect(
    merge([change(1), change(1, 'update'), change(2, 'update'), change(2, 'delete'), change(3), change(3, 'delete')]),
  ).toEqual([change(1), change(2, 'delete'), change(3, 'delete')])
})

test('what is too much to tell singly becomes one change: ask again for this kind', () => {
  const many = Array.from({ length: 500 }, (_, i) => change(i + 1))
  expect(merge([...many, change(1, 'insert', 'events')])).toEqual([
    change(1, 'insert', 'events'),
    { kind: 'posts', op: 'update', id: 0, parent: null },
  ])
})
