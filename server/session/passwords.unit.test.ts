import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password is hashed with argon2id, 19 MiB and two passes', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await isPassword(stored, 'correct horse battery'), await isPassword(stored, 'another')]).toEqual([
    true,
    false,
  ])
  expect(await isPassword(null, 'nobody has this password')).toBe(false)
})
