import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

/** Starts a read that ends when the test says so. */
function starter() {
  const turns = makeTurns({ atOnce: 2, maxWaiting: 2 })
  const started: string[] = []
  const ends: Record<string, () => void> = {}
  const start = (member: string, name: string, isOver = () => false) =>
    turns.run(
      member,
      () => {
        started.push(name)
        return new Promise<void>(end => {
          ends[name] = end
        })
      },
      isOver,
    )
  return { start, started, ends }
}

test('a member has two reads in progress; the others wait for their turn, and other members do not', async () => {
  const { start, started, ends } = starter()
  const reads = ['one', 'two', 'three', 'four'].map(name => start('ada', name))
  void start('bob', 'his')
  expect(started).toEqual(['one', 'two', 'his'])
  ends.two?.()
  await reads[1]
  await expect.poll(() => started).toEqual(['one', 'two', 'his', 'three'])
  ends.one?.()
  ends.three?.()
  await expect.poll(() => started).toContain('four')
  ends.four?.()
  await Promise.all(reads)
})

test('a read for which nobody waits any more is not begun, and a failed one gives its place to the next', async () => {
  const { start, started, ends } = starter()
  const first = [start('ada', 'one'), start('ada', 'two')]
  const aborted = start('ada', 'aborted', () => true)
  const last = start('ada', 'last')
  ends.one?.()
  await expect(aborted).rejects.toMatchObject({ status: 503 })
  await expect.poll(() => started).toEqual(['one', 'two', 'last'])
  ends.two?.()
  ends.last?.()
  await Promise.all([...first, last])
})

test('further reads are refused while two wait', async () => {
  const { start, started, ends } = starter()
  const reads = ['one', 'two', 'three', 'four'].map(name => start('ada', name))
  await expect(start('ada', 'five')).rejects.toMatchObject({ status: 503 })
  void start('bob', 'his')
  expect(started).toEqual(['one', 'two', 'his'])
  for (const name of ['one', 'two', 'three', 'four']) {
    await expect.poll(() => started).toContain(name)
    ends[name]?.()
  }
  await Promise.all(reads)
})
