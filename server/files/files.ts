import { randomUUID } from 'node:crypto'
import { chmodSync, createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { unavailable } from '../request/errors.ts'

/** Storage for uploaded files, under names that the server generates: 'avatars/3f….webp'. Files are immutable. */
export type Files = {
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Null: there is no such file. With a range (both ends included), the stream and the size are those of the range. */
  get(name: string, range?: { start: number; end: number }): Promise<{ stream: Readable; size: number } | null>
  /** In bytes, without reading it. Null: there is no such file. */
  size(name: string): Promise<number | null>
  /** Idempotent: removing a missing file is no error. */
  remove(name: string): Promise<void>
}

export const openFiles = (config: Pick<Config, 'dataDir' | 's3'>, { timeoutMs = TIMEOUT_MS } = {}): Files =>
  config.s3 ? inBucket(config.s3, timeoutMs) : inFolder(join(config.dataDir, 'files'))

export const isFileName = (name: string) => /^[a-z]+\/[A-Za-z0-9_-]+(\.[a-z0-9]+)?$/.test(name)

/** Prevents path traversal, whatever name a caller passes. */
function checkName(name: string): string {
  if (!isFileName(name)) throw new Error(`Not a name for a file: ${name}`)
  return name
}

function inFolder(folder: string): Files {
  restrictToOwner(folder)
  const at = (name: string) => join(folder, checkName(name))
  return {
    async put(name, bytes) {
      const path = at(name)
      const unfinished = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await writeAndSync(unfinished, bytes)
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

/** Earlier releases made the folder readable for every user of the machine. */
function restrictToOwner(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch {
    // The folder does not exist yet, or belongs to another user (an operator made it for several servers).
  }
}

/** With fsync: the file must be on disk before the row that names it is committed. */
async function writeAndSync(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** For the response headers of a bucket, and then for each chunk of the body. */
const TIMEOUT_MS = 10_000
/** Shorter: files are removed within a request, which has 10 seconds in total. */
const REMOVE_TIMEOUT_MS = 5000
/** Exponential back-off with jitter when the bucket answers 429 or 5xx. */
const RETRY_MS = 50
const MAX_RETRIES = 2
/** The lowest upload rate that the timeout of `put` allows for. */
const MIN_BYTES_PER_MS = 500

/**
 * Any S3-compatible bucket, with path-style addresses, which all of them support. Every call has a timeout. None follows a redirect: the
 * signature in its headers must not reach another host.
 */
function inBucket(s3: NonNullable<Config['s3']>, timeoutMs: number): Files {
  const bucketUrl = `${(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`).replace(/\/$/, '')}/${s3.bucket}`
  const client = import('aws4fetch').then(
    ({ AwsClient }) =>
      new AwsClient({
        accessKeyId: s3.accessKeyId ?? '',
        secretAccessKey: s3.secretAccessKey ?? '',
        region: s3.region,
        service: 's3',
      }),
  )
  /** The signal is passed to fetch(): a Request made by aws4fetch loses its signal when garbage is collected. */
  const send = async (url: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    for (let failures = 0; ; failures++) {
      const response = await fetch(await (await client).sign(url, init), { redirect: 'error', signal })
      if ((response.status < 500 && response.status !== 429) || failures === MAX_RETRIES) return response
      await response.body?.cancel()
      await delay(RETRY_MS * 2 ** failures * Math.random(), undefined, { signal })
    }
  }
  const request = async (name: string, init: RequestInit, withinMs: number, cancel = new AbortController()) => {
    const url = `${bucketUrl}/${checkName(name)}`
    const timer = setTimeout(() => cancel.abort(), withinMs)
    const response = await send(url, init, cancel.signal)
      .catch(() => null)
      .finally(() => clearTimeout(timer))
    if (response?.ok || response?.status === 404) return response
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
      const response = await request(name, init, timeoutMs + bytes.length / MIN_BYTES_PER_MS)
      await response.body?.cancel()
      // The bucket does not exist.
      if (response.status === 404) throw unavailable()
    },
    async get(name, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined
      const cancel = new AbortController()
      const response = await request(name, { method: 'GET', headers }, timeoutMs, cancel)
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      const size = lengthOf(response)
      const isExpected = range
        ? response.status === 206 && size === range.end - range.start + 1
        : response.status === 200
      if (response.body && size !== null && isExpected)
        return { stream: streamOf(response.body, size, timeoutMs, cancel), size }
      cancel.abort()
      throw unavailable()
    },
    async size(name) {
      const response = await request(name, { method: 'HEAD' }, timeoutMs)
      if (response.status === 404) return null
      return lengthOf(response) ?? Promise.reject(unavailable())
    },
    async remove(name) {
      const response = await request(name, { method: 'DELETE' }, Math.min(timeoutMs, REMOVE_TIMEOUT_MS))
      await response.body?.cancel()
    },
  }
}

/** Null: the response has no valid Content-Length. */
function lengthOf(response: Response): number | null {
  const length = response.headers.get('content-length')
  return length !== null && /^\d+$/.test(length) ? Number(length) : null
}

/**
 * Fails when a chunk times out, and when the body has more or fewer bytes than its Content-Length: we send the same Content-Length, and
 * extra bytes would be read as the next response on that connection. The timeout runs only while a chunk is requested, so a slow
 * client does not trigger it.
 */
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
      if (missing < 0 || (done && missing > 0))
        throw new Error('The bucket sent a body that does not match its Content-Length.')
      if (done) return
      yield value
    }
  }
  const stream = Readable.from(parts(), { objectMode: false }).on('error', ignore)
  // Closes the connection to the bucket when the client disconnects early or never reads.
  return stream.on('close', () => cancel.abort())
}

/** An 'error' event without a listener would end the process; the client of the stream may already be gone. */
const ignore = () => undefined
