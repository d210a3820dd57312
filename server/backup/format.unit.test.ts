import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import { chunkWriter } from './chunks.ts'
import { expired, fileFor, nameOfBackup } from './folder.ts'
import { partWriter, readParts } from './parts.ts'
import { rowSum } from './row-sum.ts'

// Deriving a key from a passphrase is slow by intention.
vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'community-format-'))
afterAll(() => rmSync(folder, { recursive: true }))

const head = { app: '0.1.0', made_at: '2026-11-17T02:30:00.000Z', postgres: 180004, steps: [], key: null }
async function* of(...chunks: (string | Buffer)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk as string)
}
const random = (length: number) => {
  const parts: Buffer[] = []
  for (let i = 0; parts.length * 32 < length; i++) parts.push(createHash('sha256').update(String(i)).digest())
  return Buffer.concat(parts)
}
/** Several chunks: random bytes do not compress. */
const CONTENT = random(2_500_000)

async function written(
  passphrase?: string,
  more: (writer: Awaited<ReturnType<typeof partWriter>>) => Promise<void> = async () => {},
  content = CONTENT,
) {
  const bytes: Buffer[] = []
  const writer = await partWriter(async chunk => void bytes.push(chunk), passphrase)
  await writer.file('avatars/one.webp', of(content))
  await writer.head(head)
  await writer.names(['avatars/one.webp'])
  await writer.table('users', ['id', 'name'], of('1\tAda\n2\tB', 'en\n'))
  await writer.sequences({ users_id_seq: ['2', true] })
  await more(writer)
  await writer.end()
  return Buffer.concat(bytes)
}

async function read(bytes: Buffer, passphrase?: string) {
  const path = join(folder, 'some.backup')
  writeFileSync(path, bytes)
  const file = await open(path, 'r')
  const found: string[] = []
  try {
    for await (const part of readParts(file, 'some.backup', passphrase)) {
      if (part.kind === 'file' || part.kind === 'table') {
        const data = []
        for await (const chunk of part.data) data.push(chunk)
        found.push(`${part.kind} ${part.name} ${createHash('sha256').update(Buffer.concat(data)).digest('hex')}`)
      } else found.push(part.kind)
    }
    return found
  } finally {
    await file.close()
  }
}

const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const whole = [
  `file avatars/one.webp ${hash(CONTENT)}`,
  'head',
  'used files',
  `table users ${hash('1\tAda\n2\tBen\n')}`,
  'sequences',
  'end',
]

test('what was written is read, with and without a passphrase', async () => {
  expect(await read(await written())).toEqual(whole)
  const encrypted = await written('correct horse battery')
  expect(await read(encrypted, 'correct horse battery')).toEqual(whole)
  expect(encrypted.includes(CONTENT.subarray(1000, 1032))).toBe(false)
  await expect(read(encrypted)).rejects.toThrow('is encrypted')
  await expect(read(encrypted, 'another passphrase')).rejects.toThrow('The passphrase does not open the backup')
})

test('a file that is cut at any place is refused', async () => {
  const bytes = await written()
  const ends = [0, 1, 20, 30, 44, 45, 60, 1000, 1_048_000, bytes.length >> 1, bytes.length - 17, bytes.length - 1]
  for (const end of ends)
    await expect(read(bytes.subarray(0, end)), `cut at ${end}`).rejects.toThrow(/is cut off|is not a backup/)
  const encrypted = await written('correct horse battery')
  await expect(read(encrypted.subarray(0, -1), 'correct horse battery')).rejects.toThrow('is cut off')
})

test('one changed bit anywhere is found', async () => {
  const bytes = await written()
  const places = [30, 40, 41, 45, 100, 500_000, 1_100_000, 2_000_000, bytes.length - 20, bytes.length - 1]
  for (const place of places) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 4
    await expect(read(changed), `bit at ${place}`).rejects.toThrow(/is damaged|is cut off/)
  }
  const encrypted = await written('correct horse battery')
  encrypted[1_100_000] = (encrypted[1_100_000] ?? 0) ^ 4
  await expect(read(encrypted, 'correct horse battery')).rejects.toThrow('is damaged')
})

test('a small file that is changed or cut at every third byte is refused', async () => {
  const bytes = await written(undefined, undefined, random(200))
  for (let place = 0; place < bytes.length; place += 3) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8))
    const refusal = /is damaged|is cut off|is not a backup|has a later format|is encrypted/
    await expect(read(changed), `byte ${place}`).rejects.toThrow(refusal)
    await expect(read(bytes.subarray(0, place)), `cut at ${place}`).rejects.toThrow(/is cut off|is not a backup/)
  }
})

test('chunks cannot be left out, moved or added', async () => {
  const bytes = await written()
  const start = 'community-backup 1 plain\n'.length + 16
  const chunks: Buffer[] = []
  for (let at = start; at < bytes.length; ) {
    const end = at + 4 + (bytes.readUInt32BE(at) & 0x7fff_ffff) + 16
    chunks.push(bytes.subarray(at, end))
    at = end
  }
  expect(chunks.length).toBeGreaterThan(2)
  const [first = bytes, second = bytes, ...rest] = chunks
  const header = bytes.subarray(0, start)
  expect(await read(Buffer.concat([header, first, second, ...rest]))).toEqual(whole)
  for (const order of [
    [second, ...rest],
    [second, first, ...rest],
    [first, first, second, ...rest],
    [first, ...rest],
  ])
    await expect(read(Buffer.concat([header, ...order]))).rejects.toThrow('is damaged')
  await expect(read(Buffer.concat([bytes, Buffer.from('x')]))).rejects.toThrow('bytes after its end')
  const other = await written()
  await expect(read(Buffer.concat([header, first, other.subarray(start + first.length)]))).rejects.toThrow('is damaged')
})

test('a foreign file and a later format are refused', async () => {
  for (const text of ['', 'PGDMP', '-- PostgreSQL database dump\n', 'community-backup', 'x'.repeat(5000)])
    await expect(read(Buffer.from(text)), text).rejects.toThrow('is not a backup of a community')
  await expect(read(Buffer.from('community-backup 2 plain\n'.padEnd(500)))).rejects.toThrow('a later format')
})

test('a forged file cannot name a path, lie about its parts or fill the memory', async () => {
  for (const name of [
    '../secret.key',
    'avatars/../../x',
    '/etc/passwd',
    'avatars/a/b',
    'avatars/.ssh',
    'avatars\\x',
    '',
  ])
    await expect(
      read(await written(undefined, async writer => void (await writer.file(name, of('x'))))),
      name,
    ).rejects.toThrow('is damaged (the name of a file)')
  await expect(read(await written(undefined, writer => writer.names(['../x'])))).rejects.toThrow('the names of files')
  await expect(read(await written(undefined, writer => writer.sequences({ a: ['1); drop', true] })))).rejects.toThrow(
    'the sequences',
  )

  const raw = async (...records: [string, number, Buffer][]) => {
    const bytes: Buffer[] = []
    const chunks = await chunkWriter(async chunk => void bytes.push(chunk), undefined)
    for (const [type, length, body] of records) {
      const start = Buffer.alloc(5)
      start.write(type)
      start.writeUInt32BE(length, 1)
      await chunks.write(Buffer.concat([start, body]))
    }
    await chunks.end()
    return Buffer.concat(bytes)
  }
  const json = (type: string, value: unknown): [string, number, Buffer] => {
    const body = Buffer.from(JSON.stringify(value))
    return [type, body.length, body]
  }
  const end = json('z', { files: 0, tables: 0, rows: 0 })
  expect(await read(await raw(end))).toEqual(['end'])
  const wrong: [string, Parameters<typeof raw>][] = [
    ['a record is too long', [['h', 0xffff_ffff, Buffer.alloc(10)]]],
    ['an unknown part', [json('?', {})]],
    ['it ends too early', [json('h', head)]],
    ['a part without an end', [json('t', { name: 'users', columns: [] }), end]],
    [
      'users',
      [json('t', { name: 'users', columns: [] }), ['d', 2, Buffer.from('1\n')], json('e', { rows: 2, sum: '0' })],
    ],
    ['parts are missing', [json('z', { files: 1, tables: 0, rows: 0 })]],
    ['records after its end', [end, end]],
  ]
  for (const [message, records] of wrong) await expect(read(await raw(...records)), message).rejects.toThrow(message)

  // A chunk that expands to more than a chunk.
  const header = Buffer.concat([Buffer.from('community-backup 1 plain\n'), Buffer.alloc(16)])
  const bomb = deflateRawSync(Buffer.alloc(50_000_000))
  const numbers = Buffer.alloc(8)
  const word = (bomb.length | 0x8000_0000) >>> 0
  numbers.writeUInt32BE(word, 4)
  const tag = createHash('sha256')
    .update(createHash('sha256').update(header).digest())
    .update(numbers)
    .update(bomb)
    .digest()
    .subarray(0, 16)
  await expect(read(Buffer.concat([header, numbers.subarray(4), bomb, tag]))).rejects.toThrow('is damaged (at byte 41)')
})

test('a file that expands to hundreds of times its size is refused', async () => {
  const bytes: Buffer[] = []
  const writer = await partWriter(async chunk => void bytes.push(chunk), undefined)
  await writer.table('zeros', ['zero'], of(Buffer.alloc(70_000_000, '0'), '\n'))
  await writer.end()
  await expect(read(Buffer.concat(bytes))).rejects.toThrow('times its size')
})

test('the sum of rows does not depend on order or on how the bytes arrive', () => {
  const sum = (...chunks: string[]) => {
    const rows = rowSum()
    for (const chunk of chunks) rows.add(Buffer.from(chunk))
    return rows.result()
  }
  expect(sum('a\nb\n')).toEqual(sum('b\n', 'a', '\n'))
  expect(sum('a\nb\n').rows).toBe(2)
  expect(sum('a\nb\n')).not.toEqual(sum('a\nc\n'))
  expect(sum('a\na\n')).not.toEqual(sum('b\nb\n'))
  expect(() => sum('a\nb')).toThrow()
})

test('old backups are removed, but never the newest or a file with another name', () => {
  const now = new Date('2026-11-17T02:30:00Z')
  const day = (days: number) => nameOfBackup(new Date(now.getTime() - days * 86_400_000))
  const names = [day(0.5), day(13), day(15), day(100), 'community-old.backup', 'notes.txt', `${day(50)}.7.part`]
  expect(expired(names, 14, now).sort()).toEqual([day(100), day(15)].sort())
  expect(expired([day(100), day(50)], 14, now)).toEqual([day(100)])
  expect(expired([day(100)], 14, now)).toEqual([])
  expect(fileFor(`${folder}/`, now)).toBe(join(folder, 'community-2026-11-17T02-30-00Z.backup'))
})
