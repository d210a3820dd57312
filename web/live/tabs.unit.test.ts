import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '../../contract/change.ts'
import type { Position, StreamHandlers } from './stream.ts'
import { shareStream } from './tabs.ts'

/** The fake streams, each with its position and its handlers. */
const streams: { since: Position; on: StreamHandlers; isOpen: boolean }[] = []
vi.mock('./stream.ts', () => ({
  openStream: (since: Position, on: StreamHandlers) => {
    const stream = { since, on, isOpen: true }
    streams.push(stream)
    return {
      close: () => {
        stream.isOpen = false
      },
    }
  },
}))

let session = 0
const open: { close(): void }[] = []
beforeEach(() => {
  session++
  streams.length = 0
})
afterEach(() => {
  for (const tab of open.splice(0)) tab.close()
  vi.unstubAllGlobals()
})

function tab(since?: string) {
  const calls: unknown[] = []
  const { close } = shareStream(`session ${session}`, since, {
    changes: (changes, at) => calls.push(...changes.map(change => change.id), at),
    resync: at => calls.push(`resync ${at}`),
    hello: () => undefined,
    lost: isLost => isLost && calls.push('lost'),
    ended: () => calls.push('ended'),
  })
  open.push({ close })
  return { calls, close }
}
const change = (id: number): Change => ({ kind: 'posts', op: 'insert', id, parent: null })
const settled = <T>(read: () => T, expected: T) => vi.waitFor(() => expect(read()).toEqual(expected))
/** Waits until the tabs have received each other's first messages. */
const messagesReceived = () => new Promise(done => setTimeout(done, 100))

test('the first tab opens the stream, and every tab receives its events', async () => {
  const [first, second] = [tab('at 5'), tab('at 5')]
  await settled(() => streams.length, 1)
  await messagesReceived()
  streams[0]?.on.changes([change(70)], 'at 6')
  streams[0]?.on.lost(true)
  streams[0]?.on.ended()
  await settled(() => second.calls, [70, 'at 6', 'lost', 'ended'])
  expect(first.calls).toEqual([70, 'at 6', 'lost', 'ended'])
  expect(streams).toHaveLength(1)
})

test('when the leader is closed another tab continues from its last position', async () => {
  const [first, second] = [tab('at 5'), tab('at 5')]
  await settled(() => streams.length, 1)
  await messagesReceived()
  streams[0]?.on.changes([change(70)], 'at 6')
  await settled(() => second.calls, [70, 'at 6'])
  first.close()
  await settled(
    () => streams.map(({ since, isOpen }) => [since, isOpen]),
    [
      ['at 5', false],
      ['at 6', true],
    ],
  )
})

test('a page rendered before the last change refetches; one at the same position does not', async () => {
  tab('at 5')
  await settled(() => streams.length, 1)
  streams[0]?.on.changes([change(70)], 'at 9')
  const [late, timely] = [tab('at 8'), tab('at 9')]
  await settled(() => late.calls, ['resync at 9'])
  streams[0]?.on.changes([change(71)], 'at 10')
  await settled(() => timely.calls, [71, 'at 10'])
  expect(streams).toHaveLength(1)
})

test('a tab opened by signing in receives the position of the stream', async () => {
  const first = tab('at 5')
  await settled(() => streams.length, 1)
  streams[0]?.on.hello('at 9')
  const newcomer = tab()
  await messagesReceived()
  first.close()
  await settled(() => streams.at(-1)?.since, 'at 9')
  expect(newcomer.calls).toEqual([])
})

test('without Web Locks each tab has its own stream', () => {
  vi.stubGlobal('navigator', {})
  tab('at 1')
  tab('at 2')
  expect(streams.map(stream => stream.since)).toEqual(['at 1', 'at 2'])
})

test('a tab that is closed while it becomes the leader opens no stream', async () => {
  const granted = Promise.withResolvers<() => Promise<void>>()
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: object, lead: () => Promise<void>) => Promise.resolve(granted.resolve(lead)) },
  })
  const closed = tab()
  closed.close()
  await (await granted.promise)()
  expect(streams).toHaveLength(0)
})
