import { Readable } from 'node:stream'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type ZipEntry = {
  name: string
  /** Called when the entry is written. Null: the file no longer exists and is skipped. */
  open: () => Promise<AsyncIterable<Uint8Array> | null>
  /** Stored without compression: pictures and documents are compressed already. */
  isCompressed: boolean
}

/** Streams a ZIP, one file after the other, with backpressure, so that memory use stays low. */
export const zipped = (entries: Iterable<ZipEntry>): Readable => Readable.from(chunksOf(entries), { objectMode: false })

async function* chunksOf(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const takeChunks = () => chunks.splice(0)
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const { name, open, isCompressed } of entries) {
    const content = await open()
    if (!content) continue
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    for await (const chunk of content) {
      file.push(chunk)
      yield* takeChunks()
    }
    file.push(new Uint8Array(0), true)
    yield* takeChunks()
  }
  zip.end()
  yield* takeChunks()
}
