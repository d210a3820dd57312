import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** Encrypts what must not be readable in a stolen database (authenticator secrets, signing keys). The key is not in the database. */
export type Secret = {
  encrypt(text: string): Buffer
  decrypt(bytes: Buffer): string
  /** Derives a separate key for a purpose (HKDF). */
  derive(purpose: string): Buffer
}

export function secretOf(config: Pick<Config, 'secretKey' | 'dataDir'>): Secret {
  let cached: Buffer | undefined
  const key = () => {
    cached ??= config.secretKey ? Buffer.from(config.secretKey, 'base64') : keyFile(join(config.dataDir, 'secret.key'))
    return cached
  }
  return {
    encrypt(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
    derive: purpose => Buffer.from(hkdfSync('sha256', key(), '', purpose, 32)),
  }
}

/** Created at first use: a temporary file is hard-linked into place, so that processes starting concurrently use the same key. */
function keyFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, randomBytes(32), { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path)
}
