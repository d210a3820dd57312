import { type Cipheriv, createCipheriv, createDecipheriv } from 'node:crypto'
import type { Secret } from '../session/secret.ts'

/** Turns positions in the list of changes into tokens for one member's browser, and back. */
export type Positions = { seal(at: number): string; open(token: unknown): number | null }

const TOKEN = /^[\w-]{22}$/
const METHOD = 'aes-256-ecb'
/** The first bytes say whose position it is, the others which. */
const MEMBER = 10
const NUMBER = 6

/**
 * A position counts every change, also those that are for somebody else only, so browsers get it encrypted, together with
 * whose it is: a token tells nothing, not even whether another one is near, and is worth nothing to another member.
 *
 * The same position always gives a member the same token, since the tabs of a browser compare them. It is one AES block, so
 * there is nothing to chain. A token that we did not make does not begin with the member's own id.
 */
export function openPositions(secret: Secret): (userId: string) => Positions {
  let key: Buffer | undefined
  // One for all: a stream makes a token for every message, and making the cipher costs more than using it.
  let cipher: Cipheriv | undefined
  return userId => {
    const block = Buffer.from(userId.replaceAll('-', ''), 'hex')
    const member = Buffer.from(block.subarray(0, MEMBER))
    key ??= secret.derive('live positions')
    cipher ??= createCipheriv(METHOD, key, null).setAutoPadding(false)
    const [opener, sealer] = [key, cipher]
    return {
      seal(at) {
        block.writeUIntBE(at, MEMBER, NUMBER)
        return sealer.update(block).toString('base64url')
      },
      open(token) {
        if (typeof token !== 'string' || !TOKEN.test(token)) return null
        const decipher = createDecipheriv(METHOD, opener, null).setAutoPadding(false)
        const found = decipher.update(Buffer.from(token, 'base64url'))
        return found.subarray(0, MEMBER).equals(member) ? found.readUIntBE(MEMBER, NUMBER) : null
      },
    }
  }
}
