import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238): SHA-1, 30 seconds, six digits, which every authenticator app supports. */
const STEP_SECONDS = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = () => base32(randomBytes(20))

export const stepAt = (time: number) => Math.floor(time / 1000 / STEP_SECONDS)

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hmac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (hmac[19] ?? 0) & 15
  const number = (hmac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** The step of a code, if it is the current or the previous one; otherwise null. */
export function stepOf(secret: string, code: string, time: number): number | null {
  const now = stepAt(time)
  return [now, now - 1].find(step => isSame(codeAt(secret, step), code)) ?? null
}

/** Compares bytes: timingSafeEqual throws if the lengths differ, and six non-ASCII letters are more than six bytes. */
function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** The content of the QR code. */
export const uriOf = (secret: string, issuer: string, account: string) =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?` +
  new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: String(STEP_SECONDS) })
    .toString()
    .replaceAll('+', '%20')

function base32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(eight => Number.parseInt(eight, 2)))
}
