import { type Cipheriv, createCipheriv, createDecipheriv } from 'node:crypto'
import type { Secret } from '../session/secret.ts'

/** Encrypts positions in the list of changes for one member, and decrypts them. */
type Positions = { seal(at: number): string; open(token: unknown): number | null }

const TOKEN = /^[\w-]{22}$/
const ALGORITHM = 'aes-256-ecb'
/** The first bytes of the block are from the member's id, the others are the position. */
const MEMBER_BYTES = 10
const POSITION_BYTES = 6

/**
 * Positions count all changes, including private ones of other members, so browsers get them encrypted together with the member's id:
 * a token reveals nothing, not even whether two positions are close, and is invalid for other members.
 *
 * Deterministic, since the tabs of a browser compare tokens. ECB is safe here: a token is a single AES block. A forged token does not
 * decrypt to the member's id.
 */
export function openPositions(secret: Secret): (userId: string) => Positions {
  let key: Buffer | undefined
  // Shared: every message needs a token, and creating a cipher costs more than using it.
  let cipher: Cipheriv | undefined
  return userId => {
    const block = Buffer.from(userId.replaceAll('-', ''), 'hex')
    const member = Buffer.from(block.subarray(0, MEMBER_BYTES))
    key ??= secret.derive('live positions')
    cipher ??= createCipheriv(ALGORITHM, key, null).setAutoPadding(false)
    const [decryptionKey, encryption] = [key, cipher]
    return {
      seal(at) {
        block.writeUIntBE(at, MEMBER_BYTES, POSITION_BYTES)
        return encryption.update(block).toString('base64url')
      },
      open(token) {
        if (typeof token !== 'string' || !TOKEN.test(token)) return null
        const decipher = createDecipheriv(ALGORITHM, decryptionKey, null).setAutoPadding(false)
        const found = decipher.update(Buffer.from(token, 'base64url'))
        return found.subarray(0, MEMBER_BYTES).equals(member) ? found.readUIntBE(MEMBER_BYTES, POSITION_BYTES) : null
      },
    }
  }
}
