import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { isFileName } from '../files/files.ts'
import { CHUNK_BYTES, chunkWriter, damaged, readChunks } from './chunks.ts'
import { rowSum } from './row-sum.ts'

/**
 * The inner format: records of a type (one letter), a length (four bytes) and a body. A file or table is a record that begins it, records of data
 * and a record with its sums. Everything else is one record of JSON.
 */
const Head = z.object({
  app: z.string(),
  made_at: z.string(),
  postgres: z.number(),
  steps: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** A fingerprint of SECRET_KEY. Null: the community has none yet. */
  key: z.string().nullable(),
})
const FileBegin = z.object({ name: z.string().refine(isFileName) })
const TableBegin = z.object({ name: z.string(), columns: z.array(z.string()) })
const FileEnd = z.object({ bytes: z.number(), sha256: z.string() })
const TableEnd = z.object({ rows: z.number(), sum: z.string() })
/** Last value (as text, since it may exceed 2^53) and whether it was given out. */
const Sequences = z.record(z.string(), z.tuple([z.string().regex(/^-?\d+$/), z.boolean()]))
const Names = z.array(z.string().refine(isFileName))
const Key = z.string().refine(text => Buffer.from(text, 'base64').length === 32)
const End = z.object({ files: z.number(), tables: z.number(), rows: z.number() })

export type Head = z.output<typeof Head>
export type TableSum = z.output<typeof TableEnd>
type Totals = z.output<typeof End>
type Data = AsyncIterable<Buffer>

export type Part =
  | { kind: 'head'; head: Head }
  | { kind: 'file'; name: string; data: Data }
  | { kind: 'table'; name: string; columns: string[]; data: Data; sums: () => TableSum }
  | { kind: 'used files'; names: string[] }
  | { kind: 'sequences'; sequences: z.output<typeof Sequences> }
  | { kind: 'key'; key: Buffer }
  | { kind: 'end'; totals: Totals }

const TYPES = { head: 'h', file: 'f', table: 't', data: 'd', done: 'e', names: 'n', sequences: 's', key: 'k', end: 'z' }
const MAX_RECORD_BYTES = 16 * 1024 * 1024

export async function partWriter(sink: (bytes: Buffer) => Promise<void>, passphrase: string | undefined) {
  const chunks = await chunkWriter(sink, passphrase)
  const totals: Totals = { files: 0, tables: 0, rows: 0 }
  const record = async (type: keyof typeof TYPES, body: Buffer) => {
    const start = Buffer.alloc(5)
    start.write(TYPES[type], 'latin1')
    start.writeUInt32BE(body.length, 1)
    await chunks.write(start)
    await chunks.write(body)
  }
  const json = (type: keyof typeof TYPES, value: unknown) => record(type, Buffer.from(JSON.stringify(value)))
  const data = async (source: Data, seen: (chunk: Buffer) => void) => {
    for await (const chunk of source)
      for (let at = 0; at < chunk.length; at += CHUNK_BYTES) {
        const slice = chunk.subarray(at, at + CHUNK_BYTES)
        seen(slice)
        await record('data', slice)
      }
  }
  return {
    head: (head: Head) => json('head', head),
    async file(name: string, source: Data): Promise<number> {
      await json('file', { name })
      const hash = createHash('sha256')
      let bytes = 0
      await data(source, chunk => {
        hash.update(chunk)
        bytes += chunk.length
      })
      await json('done', { bytes, sha256: hash.digest('hex') })
      totals.files++
      return bytes
    },
    async table(name: string, columns: string[], source: Data): Promise<void> {
      await json('table', { name, columns })
      const rows = rowSum()
      await data(source, rows.add)
      const sums = rows.result()
      await json('done', sums)
      totals.tables++
      totals.rows += sums.rows
    },
    names: (names: string[]) => json('names', names),
    sequences: (sequences: z.input<typeof Sequences>) => json('sequences', sequences),
    key: (key: Buffer) => json('key', key.toString('base64')),
    async end(): Promise<Totals> {
      await json('end', totals)
      await chunks.end()
      return totals
    },
  }
}

/** Reads the parts in order and checks each. The data of a part must be read before the next part is asked for; what is left is skipped. */
export async function* readParts(file: FileHandle, name: string, passphrase: string | undefined): AsyncGenerator<Part> {
  const wrong = (where: string) => damaged(name, where)
  const records = readRecords(readChunks(file, name, passphrase), wrong)
  const parse = <T>(schema: z.ZodType<T>, body: Buffer, what: string): T => {
    try {
      return schema.parse(JSON.parse(body.toString()))
    } catch {
      throw wrong(what)
    }
  }
  const next = async () => {
    const { value, done } = await records.next()
    if (done) throw wrong('it ends too early')
    return value
  }
  const found: Totals = { files: 0, tables: 0, rows: 0 }

  /** The data records up to the sums, which `check` compares. */
  async function* dataOf(seen: (chunk: Buffer) => void, check: (body: Buffer) => void): AsyncGenerator<Buffer> {
    for (;;) {
      const { type, body } = await next()
      if (type === TYPES.done) return check(body)
      if (type !== TYPES.data) throw wrong('a part without an end')
      seen(body)
      yield body
    }
  }

  for (;;) {
    const { type, body } = await next()
    if (type === TYPES.head) yield { kind: 'head', head: parse(Head, body, 'its versions') }
    else if (type === TYPES.file) {
      const begin = parse(FileBegin, body, 'the name of a file')
      const hash = createHash('sha256')
      let bytes = 0
      const seen = (chunk: Buffer) => {
        hash.update(chunk)
        bytes += chunk.length
      }
      const data = dataOf(seen, end => {
        const sums = parse(FileEnd, end, begin.name)
        if (sums.bytes !== bytes || sums.sha256 !== hash.digest('hex')) throw wrong(begin.name)
      })
      yield { kind: 'file', name: begin.name, data }
      for await (const _ of data);
      found.files++
    } else if (type === TYPES.table) {
      const begin = parse(TableBegin, body, 'the name of a table')
      const rows = rowSum()
      let sums: TableSum | undefined
      const data = dataOf(rows.add, end => {
        sums = parse(TableEnd, end, begin.name)
        const real = rows.result()
        if (sums.rows !== real.rows || sums.sum !== real.sum) throw wrong(begin.name)
      })
      const finished = () => {
        if (!sums) throw new Error('The data of this part was not read.')
        return sums
      }
      yield { kind: 'table', ...begin, data, sums: finished }
      for await (const _ of data);
      found.tables++
      found.rows += finished().rows
    } else if (type === TYPES.names) yield { kind: 'used files', names: parse(Names, body, 'the names of files') }
    else if (type === TYPES.sequences) yield { kind: 'sequences', sequences: parse(Sequences, body, 'the sequences') }
    else if (type === TYPES.key) yield { kind: 'key', key: Buffer.from(parse(Key, body, 'the key'), 'base64') }
    else if (type === TYPES.end) {
      const totals = parse(End, body, 'its end')
      if (JSON.stringify(totals) !== JSON.stringify(found)) throw wrong('parts are missing')
      if (!(await records.next()).done) throw wrong('records after its end')
      yield { kind: 'end', totals }
      return
    } else throw wrong('an unknown part')
  }
}

async function* readRecords(chunks: AsyncIterable<Buffer>, wrong: (where: string) => Error) {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= 5) {
      const length = waiting.readUInt32BE(1)
      if (length > MAX_RECORD_BYTES) throw wrong('a record is too long')
      if (waiting.length < 5 + length) break
      yield { type: String.fromCharCode(waiting[0] ?? 0), body: waiting.subarray(5, 5 + length) }
      waiting = waiting.subarray(5 + length)
    }
  }
  if (waiting.length > 0) throw wrong('a record without an end')
}
