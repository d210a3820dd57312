import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt as scryptCallback } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflateRaw as deflateCallback, inflateRaw as inflateCallback } from 'node:zlib'
import { Problem } from '../../database/connection/problem.ts'

const deflate = promisify(deflateCallback) as (bytes: Buffer, options: { level: number }) => Promise<Buffer>
const inflate = promisify(inflateCallback) as (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
const scrypt = promisify(scryptCallback) as (
  passphrase: string,
  salt: Buffer,
  length: number,
  options: object,
) => Promise<Buffer>

/**
 * The outer format of a backup (docs/decisions/backup.md): a line that names the format, 16 random bytes, then chunks. A chunk is a length
 * (four bytes, whose highest bit marks the last chunk), compressed bytes, and 16 bytes that authenticate them: the tag of AES-256-GCM, or
 * without a passphrase the beginning of a SHA-256. Both cover the header and the chunk's number, so no chunk can be moved or left out.
 */
const MAGIC = 'community-backup '
const NAMES = { plain: `${MAGIC}1 plain\n`, encrypted: `${MAGIC}1 encrypted\n` }
const SALT_BYTES = 16
const TAG_BYTES = 16
const LAST_CHUNK_BIT = 0x8000_0000
export const CHUNK_BYTES = 1024 * 1024
/** Incompressible bytes become slightly longer. */
const MAX_STORED_BYTES = CHUNK_BYTES + 65_536
/** Refuses a file made to fill the disk: real backups compress to a tenth, not to a five-hundredth. */
const MAX_RATIO = 500
const ALWAYS_ALLOWED_BYTES = 64 * 1024 * 1024
/** Constants of format 1, so that a forged file cannot ask for more memory. 64 MiB. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 2, maxmem: 128 * 1024 * 1024 }

/** Authenticates, and with a key encrypts, one chunk after the other. */
function sealing(header: Buffer, key: Buffer | null) {
  const bound = createHash('sha256').update(header).digest()
  const context = (index: number, word: number) => {
    const numbers = Buffer.alloc(8)
    numbers.writeUInt32BE(index, 0)
    numbers.writeUInt32BE(word, 4)
    return Buffer.concat([bound, numbers])
  }
  // The key is used for this file only, so the chunk's number is a unique nonce.
  const nonce = (index: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt32BE(index, 8)
    return bytes
  }
  const digest = (index: number, word: number, bytes: Buffer) =>
    createHash('sha256').update(context(index, word)).update(bytes).digest().subarray(0, TAG_BYTES)
  return {
    seal(index: number, word: number, bytes: Buffer): Buffer[] {
      if (!key) return [bytes, digest(index, word, bytes)]
      const cipher = createCipheriv('aes-256-gcm', key, nonce(index)).setAAD(context(index, word))
      return [cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
    },
    /** Null: the chunk is not as it was written, or the key is another. */
    open(index: number, word: number, bytes: Buffer, tag: Buffer): Buffer | null {
      if (!key) return digest(index, word, bytes).equals(tag) ? bytes : null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce(index), { authTagLength: TAG_BYTES })
        decipher.setAAD(context(index, word)).setAuthTag(tag)
        return Buffer.concat([decipher.update(bytes), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Compresses and seals what is written. `sink` receives the bytes of the file in order. */
export async function chunkWriter(sink: (bytes: Buffer) => Promise<void>, passphrase: string | undefined) {
  const salt = randomBytes(SALT_BYTES)
  const header = Buffer.concat([Buffer.from(passphrase ? NAMES.encrypted : NAMES.plain), salt])
  const { seal } = sealing(header, passphrase ? await scrypt(passphrase, salt, 32, SCRYPT) : null)
  await sink(header)
  let waiting: Buffer[] = []
  let bytes = 0
  let index = 0
  const flush = async (all: Buffer, isLast: boolean) => {
    const stored = await deflate(all, { level: 4 })
    const word = (stored.length | (isLast ? LAST_CHUNK_BIT : 0)) >>> 0
    const length = Buffer.alloc(4)
    length.writeUInt32BE(word)
    await sink(Buffer.concat([length, ...seal(index++, word, stored)]))
  }
  return {
    async write(more: Buffer): Promise<void> {
      waiting.push(more)
      bytes += more.length
      if (bytes < CHUNK_BYTES) return
      let all = Buffer.concat(waiting)
      for (; all.length >= CHUNK_BYTES; all = all.subarray(CHUNK_BYTES))
        await flush(all.subarray(0, CHUNK_BYTES), false)
      waiting = [all]
      bytes = all.length
    },
    end: () => flush(Buffer.concat(waiting), true),
  }
}

const refused = (message: string, remedy = 'Use another backup. Nothing was changed.') => new Problem(message, remedy)
export const damaged = (name: string, where: string) => refused(`The backup ${name} is damaged (${where}).`)

/** Reads the chunks of a file in order. Everything that is yielded has been authenticated. */
export async function* readChunks(file: FileHandle, name: string, passphrase: string | undefined) {
  let position = 0
  const take = async (length: number) => {
    const bytes = Buffer.alloc(length)
    let found = 0
    while (found < length) {
      const { bytesRead } = await file.read(bytes, found, length - found, position + found)
      if (bytesRead === 0) break
      found += bytesRead
    }
    position += found
    return bytes.subarray(0, found)
  }
  const isEncrypted = await readName(take, name)
  const salt = await take(SALT_BYTES)
  if (isEncrypted && !passphrase)
    throw refused(`The backup ${name} is encrypted.`, 'Set BACKUP_PASSPHRASE to the passphrase it was made with.')
  const key = isEncrypted ? await scrypt(passphrase ?? '', salt, 32, SCRYPT) : null
  const { open } = sealing(Buffer.concat([Buffer.from(isEncrypted ? NAMES.encrypted : NAMES.plain), salt]), key)

  const cut = () => refused(`The backup ${name} is cut off after ${position} bytes: its end is missing.`)
  let plainBytes = 0
  for (let index = 0, isLast = false; !isLast; index++) {
    const start = position
    const length = await take(4)
    if (length.length < 4) throw cut()
    const word = length.readUInt32BE()
    isLast = word >= LAST_CHUNK_BIT
    const size = isLast ? word - LAST_CHUNK_BIT : word
    if (size > MAX_STORED_BYTES) throw damaged(name, `at byte ${start}`)
    const stored = await take(size)
    const tag = await take(TAG_BYTES)
    if (tag.length < TAG_BYTES) throw cut()
    const opened = open(index, word, stored, tag)
    if (!opened && isEncrypted && index === 0)
      throw refused(
        `The passphrase does not open the backup ${name}, or its beginning is damaged.`,
        'Set BACKUP_PASSPHRASE to the passphrase it was made with. Nothing was changed.',
      )
    const plain = opened && (await inflate(opened, { maxOutputLength: CHUNK_BYTES }).catch(() => null))
    if (!plain) throw damaged(name, `at byte ${start}`)
    plainBytes += plain.length
    if (plainBytes > ALWAYS_ALLOWED_BYTES && plainBytes > position * MAX_RATIO)
      throw refused(
        `The backup ${name} expands to more than ${MAX_RATIO} times its size: it was made to fill the disk.`,
      )
    yield plain
  }
  if ((await take(1)).length > 0) throw damaged(name, 'bytes after its end')
}

/** Reads the first line. True: the file is encrypted. */
async function readName(take: (length: number) => Promise<Buffer>, name: string): Promise<boolean> {
  const start = (await take(NAMES.plain.length)).toString('latin1')
  if (start === NAMES.plain) return false
  const whole = start + (await take(NAMES.encrypted.length - NAMES.plain.length)).toString('latin1')
  if (whole === NAMES.encrypted) return true
  if (start.startsWith(MAGIC) && /^(?!1 )\d+ /.test(start.slice(MAGIC.length)))
    throw refused(
      `The backup ${name} has a later format than this release reads.`,
      'Use the release that made it, or a later one.',
    )
  throw refused(
    `${name} is not a backup of a community.`,
    'Give a file that `npm run backup` has written. Nothing was changed.',
  )
}
