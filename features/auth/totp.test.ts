import { expect, test } from 'vitest'
import { authenticator } from '../../tests/authenticator.ts'
import { codeAt, newSecret, stepAt } from './totp.ts'

test("another program's codes are ours, whatever the key and the time", () => {
  const { codeOf } = authenticator()
  const times = [59, 1_111_111_111, 1_234_567_890, 2_000_000_000, 4_102_444_800]
  for (const epoch of times) {
    const secret = newSecret()
    expect(codeAt(secret, stepAt(epoch * 1000))).toBe(codeOf(secret, epoch))
  }
}, 240_000)
