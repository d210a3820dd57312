import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '../../contract/change.ts'
import type { Position, StreamHandlers } from './stream.ts'
import { shareStream } from './tabs.ts'

/** The streams that are open, each with what it was asked for and how to speak through it. */
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
  const told: unknown[] = []
  const { close } = shareStream(`session ${session}`, since, {
    changes: (changes, at) => told.push(...changes.map(change => change.id), at),
    resync: at => told.push(`resync ${at}`),
    hello: () => undefined,
    lost: isLost => isLost && told.push('lost'),
    ended: () => told.push('ended'),
  })
  open.push({ close })
  return { told, close }
}
const change = (id: number): Change => ({ kind: 'posts', op: 'insert', id, parent: null })
const settled = <T>(read: () => T, expected: T) => vi.waitFor(() => expect(read()).toEqual(expected))
/** What the tabs say to each other when they come has been heard. */
const arrived = () => new Promise(done => setTimeout(done, 100))

test('the first tab has the stream, and every tab hears it', async () => {
  const [first, second] = [tab('at 5'), tab('at 5')]
  await settled(() => streams.length, 1)
  await arrived()
  streams[0]?.on.changes([change(70)], 'at 6')
  streams[0]?.on.lost(true)
  streams[0]?.on.ended()
  await settled(() => second.told, [70, 'at 6', 'lost', 'ended'])
  expect(first.told).toEqual([70, 'at 6', 'lost', 'ended'])
  expect(streams).toHaveLength(1)
})

test('when its tab is closed another one goes on from what it heard last', async () => {
  const [first, second] = [tab('at 5'), tab('at 5')]
  await settled(() => streams.length, 1)
  await arrived()
  streams[0]?.on.changes([change(70)], 'at 6')
  await settled(() => second.told, [70, 'at 6'])
  first.close()
  await settled(
    () => streams.map(({ since, isOpen }) => [since, isOpen]),
    [
      ['at 5', false],
      ['at 6', true],
    ],
  )
})

test('a page that was made before what was last told reads again what it shows; one made at the same position does not', async () => {
  tab('at 5')
  await settled(() => streams.length, 1)
  streams[0]?.on.changes([change(70)], 'at 9')
  const [late, timely] = [tab('at 8'), tab('at 9')]
  await settled(() => late.told, ['resync at 9'])
  streams[0]?.on.changes([change(71)], 'at 10')
  await settled(() => timely.told, [71, 'at 10'])
  expect(streams).toHaveLength(1)
})

test('a tab that came by signing in learns how far the stream is', async () => {
  const first = tab('at 5')
  await settled(() => streams.length, 1)
  streams[0]?.on.hello('at 9')
  const newcomer = tab()
  await arrived()
  first.close()
  await settled(() => streams.at(-1)?.since, 'at 9')
  expect(newcomer.told).toEqual([])
})

test('without locks each tab has a stream of its own', () => {
  vi.stubGlobal('navigator', {})
  tab('at 1')
  tab('at 2')
  expect(streams.map(stream => stream.since)).toEqual(['at 1', 'at 2'])
})
