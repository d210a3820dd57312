import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { codeAt, newSecret, stepAt, stepOf } from './totp.ts'

/** Test vectors of RFC 6238, truncated to six digits; the secret is '12345678901234567890' in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const published: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test('codes match the test vectors of RFC 6238', () => {
  for (const [seconds, code] of published) expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code)
})

test('a code belongs to the current or the previous step, and to no other', () => {
  const now = 1_700_000_000_000
  const step = stepAt(now)
  expect([-2, -1, 0, 1].map(away => stepOf(secret, codeAt(secret, step + away), now))).toEqual([
    null,
    step - 1,
    step,
    null,
  ])
})

test('non-ASCII digits and letters are a wrong code, not an error', () => {
  for (const code of ['٠١٢٣٤٥', 'éééééé', '😀😀😀', ''])
    expect(stepOf(secret, code, 1_700_000_000_000), code).toBe(null)
})

test('a new key is 160 random bits', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
})

test('codes match those of another library', () => {
  for (const epoch of [59, 1_111_111_111, 1_234_567_890, 2_000_000_000, 4_102_444_800]) {
    const key = newSecret()
    expect(codeAt(key, stepAt(epoch * 1000))).toBe(generateSync({ secret: key, epoch }))
  }
})
