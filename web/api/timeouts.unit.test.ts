import { expect, test } from 'vitest'
import { AUTH_TIMEOUT_MS, LOGIN_MESSAGE_CAP_MS, REQUEST_TIMEOUT_MS, SPINNER_CAP_MS } from './timeouts.ts'

test('how long the browser waits: auth 5 s, spinner 3 s, login message 5 s, request 60 s', {
  tags: ['TXT-20', 'TXT-21', 'TXT-22', 'TXT-23'],
}, () => {
  expect([AUTH_TIMEOUT_MS, SPINNER_CAP_MS, LOGIN_MESSAGE_CAP_MS, REQUEST_TIMEOUT_MS]).toEqual([
    5_000, 3_000, 5_000, 60_000,
  ])
})
