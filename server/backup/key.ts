import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** SECRET_KEY, or the file in DATA_DIR. Null: none was created yet. Unlike secretOf, does not create one. */
export function keyOf({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer | null {
  if (secretKey) return Buffer.from(secretKey, 'base64')
  try {
    return readFileSync(join(dataDir, 'secret.key'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Tells whether two keys are the same. The key is 32 random bytes, so nobody can find it by trying. */
export const fingerprintOf = (key: Buffer) =>
  createHash('sha256').update('fingerprint of SECRET_KEY\n').update(key).digest('hex').slice(0, 16)
