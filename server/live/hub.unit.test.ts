import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '../../contract/change.ts'
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
    at: 0,
    seal: at => `${userId} ${at}`,
    write: text => {
      const data = /data: (.*)/.exec(String(text))?.[1]
      if (data) heard.push(JSON.parse(data) as Change[])
      return true
    },
    end: () => undefined,
  })
  return heard
}

test('a thousand changes in a second are at most ten messages, and none is lost', { tags: ['API-08'] }, () => {
  const hub = openHub()
  const heard = listening(hub)
  for (let i = 1; i <= 1000; i++) {
    hub.receive({ at: i, change: change(i), onlyFor: null })
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
  hub.receive({ at: 1, change: change(1), onlyFor: null })
  vi.advanceTimersByTime(0)
  expect(heard).toHaveLength(1)
})

test('what is for one member reaches that one only', () => {
  const hub = openHub()
  const [ada, bob] = [listening(hub, 'ada'), listening(hub, 'bob')]
  hub.receive({ at: 1, change: change(7), onlyFor: 'ada' })
  hub.receive({ at: 2, change: change(8), onlyFor: null })
  vi.advanceTimersByTime(200)
  expect([
    ada
      .flat()
      .map(one => one.id)
      .sort(),
    bob.flat().map(one => one.id),
  ]).toEqual([[7, 8], [8]])
})

/** Each message as it is written, and when. */
const recording = (hub: ReturnType<typeof openHub>, userId: string) => {
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

test('what is for one member changes nothing of what the others hear: no message, no position, no moment', () => {
  const heardBy = (isPrivate: boolean) => {
    const hub = openHub()
    const bob = recording(hub, 'bob')
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
  expect(heardBy(true)).toEqual(heardBy(false))
  expect(heardBy(true).map(([, text]) => text.split('\n')[0])).toEqual(['id: bob 2', 'id: bob 5', 'id: bob 7'])
})

test('a position never passes over what has not been told', () => {
  const hub = openHub()
  const written = recording(hub, 'ada')
  hub.receive({ at: 1, change: change(1), onlyFor: null })
  vi.advanceTimersByTime(10)
  hub.receive({ at: 2, change: change(2), onlyFor: 'ada' })
  vi.advanceTimersByTime(5)
  hub.receive({ at: 3, change: change(3), onlyFor: null })
  hub.receive({ at: 4, change: change(4), onlyFor: 'ada' })
  vi.advanceTimersByTime(500)
  const told = new Set<number>()
  for (const [, text] of written) {
    for (const one of JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '[]') as Change[]) told.add(one.id)
    const at = Number(/id: ada (\d+)/.exec(text)?.[1])
    for (let n = 1; n <= at; n++) expect(told).toContain(n)
  }
  expect([...told].sort()).toEqual([1, 2, 3, 4])
})

test('after a resync nothing older is told, and positions begin anew', () => {
  const hub = openHub()
  const written = recording(hub, 'ada')
  hub.receive({ at: 500, change: change(1), onlyFor: null })
  hub.receive({ at: 501, change: change(2), onlyFor: 'ada' })
  hub.resync()
  vi.advanceTimersByTime(500)
  hub.receive({ at: 3, change: change(3), onlyFor: null })
  vi.advanceTimersByTime(500)
  expect(written.map(([, text]) => text.split('\n')[0])).toEqual(['event: resync', 'id: ada 3'])
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
