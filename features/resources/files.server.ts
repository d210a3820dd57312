import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LONGEST_PART } from '../../contract/endpoint.ts'
import { sql } from '../../database/connection/sql.ts'
import { writeWithFiles } from '../../server/files/write-with-files.ts'
import { type AccountRequest, Bytes, handleAsServer } from '../../server/request/endpoint.ts'
import { notFound, Refusal, unavailable } from '../../server/request/errors.ts'
import { downloadFile, shareFile } from './contract.ts'
import { contentProblem } from './file-content.ts'
import { type Range, rangeOf } from './ranges.ts'
import { resourceJson } from './resource-json.ts'
import { acceptedTypes, EMPTY, extensionOf, MAX_BYTES, plainName, problemOf } from './shared/files.ts'
import { storedAs } from './stored-files.ts'

/** Edited as documents: see docs/decisions/dependencies.md. */
const STARTER = join(import.meta.dirname, 'starter')

/** Receives the whole file before it writes anything, so that an aborted upload leaves nothing. */
async function share({ query, file, http, services }: AccountRequest<typeof shareFile>) {
  const name = fileNameOf(query.name)
  const problem = problemOf({ name, size: file?.length ?? 0 }) ?? contentProblem(name, file)
  if (problem) throw new Refusal(problem === EMPTY ? 400 : 415, problem)
  const key = randomBytes(16).toString('base64url')
  const stored = [{ name: storedAs(key), bytes: file, type: typeOf(name) }]
  return writeWithFiles(services, http, stored, async (tx, me) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into resources (title, description, resource_type, category, url, user_id)
      values (${query.title}, ${query.description}, ${query.resource_type}, ${query.category},
        ${`/api/resource-files/${key}/${asciiName(name)}`}, ${me.user_id}) returning id`)
    await tx.run(sql`
      insert into resource_files (key, resource_id, name, size) values (${key}, ${id}, ${name}, ${file.length})`)
    return tx.json(sql`select ${resourceJson} from resources r where id = ${id}`)
  })
}

async function send({ me, params: { key, name }, http, services: { db, files } }: AccountRequest<typeof downloadFile>) {
  if (key === 'starter') {
    const path = join(STARTER, name)
    // Prevents path traversal.
    const size = /^[a-z0-9-]+\.[a-z]+$/.test(name)
      ? await stat(path).then(
          stats => stats.size,
          () => null,
        )
      : null
    if (size === null) throw notFound('This file')
    return answer({ etag: `"starter-${size}"`, name, size, http }, async range => createReadStream(path, range))
  }
  const file = await db.asMember(me, tx =>
    tx.maybe<{ name: string; size: number }>(sql`select name, size from resource_files where key = ${key}`),
  )
  if (!file) throw notFound('This file')
  // Holds no database connection from here on. plainName: earlier versions stored names unfiltered.
  return answer({ etag: `"${key}"`, name: plainName(file.name), size: file.size, http }, async range => {
    const found = await files.get(storedAs(key), range)
    if (!found) throw notFound('This file')
    const expected = range ? range.end - range.start + 1 : file.size
    if (found.size === expected) return found.stream
    found.stream.destroy()
    throw unavailable()
  })
}

type File = { etag: string; name: string; size: number; http: AccountRequest<typeof downloadFile>['http'] }

/** Sent as an attachment, so that the browser never renders it on our origin. */
async function answer({ etag, name, size, http }: File, open: (range?: Range) => Promise<Bytes['body']>) {
  const headers = {
    'content-type': typeOf(name),
    'content-disposition': `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeRfc5987(name)}`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    etag,
  }
  if (!http.needsBody(etag)) return new Bytes(Buffer.alloc(0), { ...headers, 'content-length': size })
  const range = rangeOf(http.headers, { size, etag })
  if (range === 'none') return new Bytes(Buffer.alloc(0), { ...headers, 'content-range': `bytes */${size}` }, 416)
  if (!range) return new Bytes(await open(), { ...headers, 'content-length': size })
  const { start, end } = range
  const part = { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` }
  return new Bytes(await open(range), { ...headers, ...part }, 206)
}

const typeOf = (name: string) => acceptedTypes[extensionOf(name) ?? 'txt']

/** The base name, without characters that file systems refuse. */
const fileNameOf = (name: string) =>
  plainName(name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[<>:"|?*]/g, '')
    .trim()

/**
 * ASCII file name for URLs and headers: 'Café Budget.xlsx' → 'Cafe-Budget.xlsx'. Normalisation can make it longer ('㎭' → 'rad'),
 * so it is truncated to the longest path segment.
 */
function asciiName(name: string): string {
  const extension = extensionOf(name) ?? ''
  const stem = name
    .slice(0, -extension.length - 1)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST_PART - extension.length - 1)
    .replace(/-$/, '')
  return `${stem || 'file'}.${extension}`
}

const encodeRfc5987 = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

export default [
  handleAsServer(shareFile, share, { upload: { types: ['*'], maxBytes: MAX_BYTES } }),
  handleAsServer(downloadFile, send, { sendsFile: true, answersHead: true }),
]
