import { expect, test } from 'vitest'
import { AUTH_TIMEOUT, LOGIN_MESSAGE_CAP, REQUEST_TIMEOUT, SPINNER_CAP } from './timeouts.ts'

test('how long the browser waits: auth 5 s, spinner 3 s, login message 5 s, request 60 s', {
  tags: ['TXT-20', 'TXT-21', 'TXT-22', 'TXT-23'],
}, () => {
  expect([AUTH_TIMEOUT, SPINNER_CAP, LOGIN_MESSAGE_CAP, REQUEST_TIMEOUT]).toEqual([5_000, 3_000, 5_000, 60_000])
})
