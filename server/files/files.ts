import { randomUUID } from 'node:crypto'
import { chmodSync, createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { unavailable } from '../request/errors.ts'

/** Where uploaded files are kept, under names that we make: 'avatars/3f….webp'. A file never changes once it is put. */
export type Files = {
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Null: there is no such file. With a range (both ends included) only that part, of that size. */
  get(name: string, range?: { start: number; end: number }): Promise<{ stream: Readable; size: number } | null>
  /** In bytes, without reading it. Null: there is no such file. */
  size(name: string): Promise<number | null>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
}

export const openFiles = (config: Pick<Config, 'dataDir' | 's3'>, { timeoutMs = TIMEOUT_MS } = {}): Files =>
  config.s3 ? inBucket(config.s3, timeoutMs) : inFolder(join(config.dataDir, 'files'))

/** No name leads out of the store, whatever a caller passes on. */
function checked(name: string): string {
  if (!/^[a-z]+\/[A-Za-z0-9_-]+(\.[a-z0-9]+)?$/.test(name)) throw new Error(`Not a name for a file: ${name}`)
  return name
}

function inFolder(folder: string): Files {
  closeToOthers(folder)
  const at = (name: string) => join(folder, checked(name))
  return {
    async put(name, bytes) {
      const path = at(name)
      const unfinished = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await writeThrough(unfinished, bytes)
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(name, range) {
      const path = at(name)
      const size = await sizeOf(path)
      if (size === null) return null
      if (range && range.end >= size) throw unavailable()
      const stream = createReadStream(path, range).on('error', ignore)
      return { stream, size: range ? range.end - range.start + 1 : size }
    },
    size: name => sizeOf(at(name)),
    remove: name => rm(at(name), { force: true }),
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Earlier releases made it readable for every user of the machine. Closing the folder closes all that is in it. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Not there yet, or not ours to change: a folder that an operator made for several servers.
  }
}

/** On the disk before the row that names it is. */
async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Milliseconds that a bucket may take to begin its answer, and then for each next part of it. */
const TIMEOUT_MS = 10_000
/** Whoever removes something is in the middle of a request, which may take 10 seconds in all. */
const REMOVE_TIMEOUT_MS = 5000
/** A bucket that says that it is busy is asked again, after a random part of this time, twice as long each time. */
const RETRY_MS = 50
const MOST_RETRIES = 2
/** Bytes in a millisecond that an upload may be counted on to travel with. */
const SLOWEST_BYTES_PER_MS = 500

/**
 * Any S3-compatible bucket, addressed by path, which all of them understand. No call waits for ever, and none follows a redirect:
 * its headers hold a signature, which is for this bucket alone.
 */
function inBucket(s3: NonNullable<Config['s3']>, timeoutMs: number): Files {
  const home = `${(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`).replace(/\/$/, '')}/${s3.bucket}`
  const client = import('aws4fetch').then(
    ({ AwsClient }) =>
      new AwsClient({
        accessKeyId: s3.accessKeyId ?? '',
        secretAccessKey: s3.secretAccessKey ?? '',
        region: s3.region,
        service: 's3',
      }),
  )
  /** The signal is given to fetch itself: a Request that has it, as the library makes one, loses it when garbage is collected. */
  const send = async (url: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    for (let failures = 0; ; failures++) {
      const answer = await fetch(await (await client).sign(url, init), { redirect: 'error', signal })
      if ((answer.status < 500 && answer.status !== 429) || failures === MOST_RETRIES) return answer
      await answer.body?.cancel()
      await delay(RETRY_MS * 2 ** failures * Math.random(), undefined, { signal })
    }
  }
  const ask = async (name: string, init: RequestInit, within: number, cancel = new AbortController()) => {
    const url = `${home}/${checked(name)}`
    const timer = setTimeout(() => cancel.abort(), within)
    const answer = await send(url, init, cancel.signal)
      .catch(() => null)
      .finally(() => clearTimeout(timer))
    if (answer?.ok || answer?.status === 404) return answer
    cancel.abort()
    throw unavailable()
  }
  return {
    async put(name, bytes, type) {
      const init = {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': type, 'content-length': String(bytes.length) },
      }
      const answer = await ask(name, init, timeoutMs + bytes.length / SLOWEST_BYTES_PER_MS)
      await answer.body?.cancel()
      // No bucket of that name.
      if (answer.status === 404) throw unavailable()
    },
    async get(name, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined
      const cancel = new AbortController()
      const answer = await ask(name, { method: 'GET', headers }, timeoutMs, cancel)
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      const size = lengthOf(answer)
      const isAsked = range ? answer.status === 206 && size === range.end - range.start + 1 : answer.status === 200
      if (answer.body && size !== null && isAsked)
        return { stream: streamOf(answer.body, size, timeoutMs, cancel), size }
      cancel.abort()
      throw unavailable()
    },
    async size(name) {
      const answer = await ask(name, { method: 'HEAD' }, timeoutMs)
      if (answer.status === 404) return null
      return lengthOf(answer) ?? Promise.reject(unavailable())
    },
    async remove(name) {
      const answer = await ask(name, { method: 'DELETE' }, Math.min(timeoutMs, REMOVE_TIMEOUT_MS))
      await answer.body?.cancel()
    },
  }
}

/** Null: the bucket does not say how long its answer is. */
function lengthOf(answer: Response): number | null {
  const length = answer.headers.get('content-length')
  return length !== null && /^\d+$/.test(length) ? Number(length) : null
}

/**
 * Breaks off when the next part does not come, and when there are more or fewer bytes than were announced: we announce the same number,
 * and the bytes too many would be taken for our next answer on that connection. While nobody reads, none is waited for: a slow reader may take its time. */
function streamOf(
  body: ReadableStream<Uint8Array>,
  size: number,
  timeoutMs: number,
  cancel: AbortController,
): Readable {
  async function* parts() {
    const reader = body.getReader()
    let missing = size
    for (;;) {
      const timer = setTimeout(() => cancel.abort(), timeoutMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      missing -= value?.length ?? 0
      if (missing < 0 || (done && missing > 0)) throw new Error('The bucket sent another number of bytes than it said.')
      if (done) return
      yield value
    }
  }
  const stream = Readable.from(parts(), { objectMode: false }).on('error', ignore)
  // A reader who leaves early, or never begins, leaves no connection to the bucket behind.
  return stream.on('close', () => cancel.abort())
}

/** For streams whose reader may have left already: without a listener their errors would end the process. */
const ignore = () => undefined
