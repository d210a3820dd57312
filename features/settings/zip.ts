import { Readable } from 'node:stream'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type ZipEntry = {
  name: string
  /** Opened when its turn comes; null: there is no such file any more, and it is left out. */
  open: () => Promise<AsyncIterable<Uint8Array> | null>
  /** Pictures and documents are packed already. */
  packed: boolean
}

/** A ZIP as it is made: one file after the other, no faster than the reader takes it, so that memory stays small. */
export const zipped = (entries: Iterable<ZipEntry>): Readable => Readable.from(chunksOf(entries), { objectMode: false })

async function* chunksOf(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const take = () => made.splice(0)
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  for (const { name, open, packed } of entries) {
    const content = await open()
    if (!content) continue
    const file = packed ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    for await (const chunk of content) {
      file.push(chunk)
      yield* take()
    }
    file.push(new Uint8Array(0), true)
    yield* take()
  }
  zip.end()
  yield* take()
}
