import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Secret } from '../secret.ts'

/** Turns positions in the list of changes into tokens for one member's browser, and back. */
export type Positions = { seal(at: number): string; open(token: unknown): number | null }

const TOKEN = /^[\w-]{22}$/

/**
 * A position counts every change, also those that are for somebody else only, so browsers get it encrypted with a key of
 * the member's own: a token tells nothing, not even whether another one is near, and is worth nothing to another member.
 *
 * The same position always gives the same token, since the tabs of a browser compare them. One AES block is all there is to
 * encrypt, so no mode of chaining is needed; half of the block is zeros, by which a token that we did not make is told.
 */
export function positionsOf(secret: Secret, userId: string): Positions {
  const key = secret.derive(`live positions of ${userId}`)
  // Kept, since a stream makes a token for every message and making the cipher costs more than using it.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return {
    seal(at) {
      const block = Buffer.alloc(16)
      block.writeBigUInt64BE(BigInt(at), 8)
      return cipher.update(block).toString('base64url')
    },
    open(token) {
      if (typeof token !== 'string' || !TOKEN.test(token)) return null
      const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
      const block = decipher.update(Buffer.from(token, 'base64url'))
      const at = Number(block.readBigUInt64BE(8))
      return block.readBigUInt64BE(0) === 0n && Number.isSafeInteger(at) ? at : null
    },
  }
}
