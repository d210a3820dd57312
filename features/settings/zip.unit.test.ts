import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipped } from './zip.ts'

const streamOf = (...chunks: string[]) => Readable.from(chunks.map(chunk => Buffer.from(chunk)))

test('files of several chunks are complete, and missing files are skipped', async () => {
  const zip = await buffer(
    zipped([
      { name: 'data.json', isCompressed: false, open: async () => streamOf('{"a":', '1', '}') },
      { name: 'gone.pdf', isCompressed: true, open: async () => null },
      { name: 'files/deck.pdf', isCompressed: true, open: async () => streamOf('%PDF', ' and so on') },
      { name: 'empty.txt', isCompressed: false, open: async () => streamOf() },
    ]),
  )
  const files = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(files).toEqual([
    ['data.json', '{"a":1}'],
    ['files/deck.pdf', '%PDF and so on'],
    ['empty.txt', ''],
  ])
})

test('files are opened lazily, one after the other (backpressure)', async () => {
  const opened: string[] = []
  const big = Buffer.alloc(1_000_000)
  const entry = (name: string) => ({
    name,
    isCompressed: true,
    open: async () => {
      opened.push(name)
      return Readable.from([big, big])
    },
  })
  const reader = zipped([entry('one'), entry('two')])[Symbol.asyncIterator]()
  await reader.next()
  expect(opened).toEqual(['one'])
  let size = 0
  for (let next = await reader.next(); !next.done; next = await reader.next()) size += next.value.length
  expect(opened).toEqual(['one', 'two'])
  expect(size).toBeGreaterThan(4_000_000)
})

test('an error in a file aborts the ZIP', async () => {
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the disk is gone')
  }
  await expect(buffer(zipped([{ name: 'x', isCompressed: true, open: async () => broken() }]))).rejects.toThrow(
    'the disk is gone',
  )
})
