import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '../../contract/change.ts'
import { merge } from './changes.ts'
import { openHub } from './hub.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change = (id: number, op: Change['op'] = 'insert', kind = 'posts'): Change => ({ kind, op, id, parent: null })
const listen = (hub: ReturnType<typeof openHub>, userId = 'ada') => {
  const received: Change[][] = []
  hub.add({
    userId,
    sessionId: userId,
    at: 0,
    seal: at => `${userId} ${at}`,
    write: text => {
      const data = /data: (.*)/.exec(String(text))?.[1]
      if (data) received.push(JSON.parse(data) as Change[])
      return true
    },
    end: () => undefined,
  })
  return received
}

test('a thousand changes in a second are at most ten messages, and none is lost', { tags: ['API-08'] }, () => {
  const hub = openHub()
  const received = listen(hub)
  for (let i = 1; i <= 1000; i++) {
    hub.receive({ at: i, change: change(i), onlyFor: null })
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(200)
  expect(received.length).toBeLessThanOrEqual(11)
  expect(new Set(received.flat().map(({ id }) => id)).size).toBe(1000)
})

test('the first change after a pause is sent at once', () => {
  const hub = openHub()
  const received = listen(hub)
  vi.advanceTimersByTime(5000)
  hub.receive({ at: 1, change: change(1), onlyFor: null })
  vi.advanceTimersByTime(0)
  expect(received).toHaveLength(1)
})

test('changes are sent while the system clock is set back by a day', () => {
  const hub = openHub()
  const received = listen(hub)
  hub.receive({ at: 1, change: change(1), onlyFor: null })
  vi.advanceTimersByTime(5000)
  vi.setSystemTime(Date.now() - 24 * 3_600_000)
  hub.receive({ at: 2, change: change(2), onlyFor: null })
  vi.advanceTimersByTime(200)
  expect(received.flat().map(({ id }) => id)).toEqual([1, 2])
})

test('a change for one member is sent to that member only', () => {
  const hub = openHub()
  const [ada, bob] = [listen(hub, 'ada'), listen(hub, 'bob')]
  hub.receive({ at: 1, change: change(7), onlyFor: 'ada' })
  hub.receive({ at: 2, change: change(8), onlyFor: null })
  vi.advanceTimersByTime(200)
  expect([
    ada
      .flat()
      .map(({ id }) => id)
      .sort(),
    bob.flat().map(({ id }) => id),
  ]).toEqual([[7, 8], [8]])
})

/** Each written message with its time. */
const record = (hub: ReturnType<typeof openHub>, userId: string) => {
  const written: [number, string][] = []
  const begin = Date.now()
  hub.add({
    userId,
    sessionId: userId,
    at: 0,
    seal: at => `${userId} ${at}`,
    write: text => {
      written.push([Date.now() - begin, String(text)])
      return true
    },
    end: () => undefined,
  })
  return written
}

test('a change for one member does not affect the messages, positions and timing of other members', () => {
  const receivedByBob = (isPrivate: boolean) => {
    const hub = openHub()
    const bob = record(hub, 'bob')
    vi.advanceTimersByTime(1000)
    const secretly = (at: number) => isPrivate && hub.receive({ at, change: change(at), onlyFor: 'ada' })
    secretly(1)
    vi.advanceTimersByTime(10)
    hub.receive({ at: 2, change: change(2), onlyFor: null })
    secretly(3)
    vi.advanceTimersByTime(300)
    secretly(4)
    vi.advanceTimersByTime(105)
    hub.receive({ at: 5, change: change(5), onlyFor: null })
    secretly(6)
    vi.advanceTimersByTime(20)
    hub.receive({ at: 7, change: change(7), onlyFor: null })
    secretly(8)
    vi.advanceTimersByTime(1000)
    return bob
  }
  expect(receivedByBob(true)).toEqual(receivedByBob(false))
  expect(receivedByBob(true).map(([, text]) => text.split('\n')[0])).toEqual(['id: bob 2', 'id: bob 5', 'id: bob 7'])
})

test('a position never skips a change that has not been sent', () => {
  const hub = openHub()
  const written = record(hub, 'ada')
  hub.receive({ at: 1, change: change(1), onlyFor: null })
  vi.advanceTimersByTime(10)
  hub.receive({ at: 2, change: change(2), onlyFor: 'ada' })
  vi.advanceTimersByTime(5)
  hub.receive({ at: 3, change: change(3), onlyFor: null })
  hub.receive({ at: 4, change: change(4), onlyFor: 'ada' })
  vi.advanceTimersByTime(500)
  const sent = new Set<number>()
  for (const [, text] of written) {
    for (const { id } of JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '[]') as Change[]) sent.add(id)
    const at = Number(/id: ada (\d+)/.exec(text)?.[1])
    for (let n = 1; n <= at; n++) expect(sent).toContain(n)
  }
  expect([...sent].sort()).toEqual([1, 2, 3, 4])
})

test('after a resync no older change is sent, and positions start again', () => {
  const hub = openHub()
  const written = record(hub, 'ada')
  hub.receive({ at: 500, change: change(1), onlyFor: null })
  hub.receive({ at: 501, change: change(2), onlyFor: 'ada' })
  hub.resync()
  vi.advanceTimersByTime(500)
  hub.receive({ at: 3, change: change(3), onlyFor: null })
  vi.advanceTimersByTime(500)
  expect(written.map(([, text]) => text.split('\n')[0])).toEqual(['event: resync', 'id: ada 3'])
})

test('of a row only the insert and the last change are kept, and only the delete if it was deleted', () => {
  const ofThree = [change(3), change(3, 'update'), change(3, 'delete')]
  expect(
    merge([change(1), change(1, 'update'), change(1, 'update'), change(2, 'update'), change(2, 'delete'), ...ofThree]),
  ).toEqual([change(1), change(1, 'update'), change(2, 'delete'), change(3, 'delete')])
})

test('too many changes of one kind become a single change of row 0', () => {
  const many = Array.from({ length: 500 }, (_, i) => change(i + 1))
  expect(merge([...many, change(1, 'insert', 'events')])).toEqual([
    change(1, 'insert', 'events'),
    { kind: 'posts', op: 'update', id: 0, parent: null },
  ])
})
