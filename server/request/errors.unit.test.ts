import { expect, test } from 'vitest'
import { refusalOf } from './errors.ts'

test.each(['ENOSPC', 'EDQUOT', '53100'])('a full disk (%s) is a 503 that says so', code => {
  expect(refusalOf(Object.assign(new Error('write failed'), { code }))).toMatchObject({
    status: 503,
    message: 'The server has no space left on its disk. Please try again later.',
    retryAfter: 30,
  })
})
