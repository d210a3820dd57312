import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../database/connection/problem.ts'
import type { Config } from '../config.ts'
import { expired, nameOfBackup } from './folder.ts'

/** Beside the folders of the file store. */
const PREFIX = 'backups/'
/** S3 allows 10,000 parts of at least 5 MiB. */
const PART_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 120_000
const MAX_TRIES = 4

type S3 = NonNullable<Config['s3']>

/** Signed requests to the bucket. Retries when it does not answer or answers 429 or 5xx. Redirects are not followed. */
async function openBucket(s3: S3) {
  const { AwsClient } = await import('aws4fetch')
  const { accessKeyId = '', secretAccessKey = '', region } = s3
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const url = `${(s3.endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, '')}/${s3.bucket}`
  return async (method: string, path: string, body?: Buffer | string): Promise<Response> => {
    let reason = ''
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (tries > 0) await sleep(200 * 4 ** tries)
      try {
        const init = { method, body: typeof body === 'string' ? body : body && new Uint8Array(body) }
        const signal = AbortSignal.timeout(TIMEOUT_MS)
        const response = await fetch(await client.sign(url + path, init), { redirect: 'error', signal })
        if (response.ok || (method === 'DELETE' && response.status === 404)) return response
        reason = `it answered ${response.status}`
        await response.body?.cancel()
        if (response.status < 500 && response.status !== 429) break
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error)
      }
    }
    throw new Problem(
      `The bucket ${s3.bucket} does not take the backup: ${reason}.`,
      'Check the S3 settings. No backup was made.',
    )
  }
}

const textIn = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(xml)?.[1] ?? ''

/** A multipart upload: the object appears when all parts are there, so a killed process leaves no half backup. */
export async function writeToBucket<T>(
  s3: S3,
  at: Date,
  write: (sink: (bytes: Buffer) => Promise<void>) => Promise<T>,
): Promise<{ result: T; bytes: number; place: string }> {
  const request = await openBucket(s3)
  const name = PREFIX + nameOfBackup(at)
  const id = encodeURIComponent(textIn(await (await request('POST', `/${name}?uploads=`)).text(), 'UploadId'))
  const tags: string[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let bytes = 0
  const flush = async () => {
    const part = await request('PUT', `/${name}?partNumber=${tags.length + 1}&uploadId=${id}`, Buffer.concat(waiting))
    await part.body?.cancel()
    tags.push(part.headers.get('etag') ?? '')
    waiting = []
    waitingBytes = 0
  }
  try {
    const result = await write(async more => {
      waiting.push(more)
      waitingBytes += more.length
      bytes += more.length
      if (waitingBytes >= PART_BYTES) await flush()
    })
    await flush()
    const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')
    const xml = `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`
    const answer = await (await request('POST', `/${name}?uploadId=${id}`, xml)).text()
    // S3 may answer 200 and report the error in the body.
    if (answer.includes('<Error>'))
      throw new Problem(`The bucket refuses the backup: ${textIn(answer, 'Code')}.`, 'No backup was made.')
    return { result, bytes, place: `${s3.bucket}/${name}` }
  } catch (error) {
    await request('DELETE', `/${name}?uploadId=${id}`).catch(() => undefined)
    throw error
  }
}

export async function removeOldFromBucket(s3: S3, keepDays: number, now: Date): Promise<void> {
  const request = await openBucket(s3)
  const xml = await (await request('GET', `/?list-type=2&prefix=${encodeURIComponent(PREFIX)}`)).text()
  const names = [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key.slice(PREFIX.length))
  for (const name of expired(names, keepDays, now)) await request('DELETE', `/${PREFIX}${name}`)
}
