import { expect, test } from 'vitest'
import { readBoot } from './boot.ts'

const page = (text: string | null) => ({
  getElementById: () => (text === null ? null : { textContent: text }) as never,
})

test('the data embedded in the page is read', () => {
  const boot = {
    community: { name: 'Loop', time_zone: 'UTC', sends_mail: false },
    identity: { user: null, session: null },
    data: { x: 1 },
    next: { x: 'cursor' },
  }
  expect(readBoot(page(JSON.stringify(boot)))).toEqual(boot)
})

test.each([null, '', 'not json', '{}'])('a page with %j falls back to the defaults', text => {
  expect(readBoot(page(text))).toEqual({
    community: { name: 'The Community', time_zone: 'America/Chicago', sends_mail: true },
    data: {},
    next: {},
  })
  expect(readBoot(undefined).identity).toBeUndefined()
})
