import { inject, PHONE, watch, writingsOf } from '../../proof/injection-screens.ts'
import { injections } from '../../proof/injection-texts.ts'
import { expect, test } from './fixtures.ts'

// `npm run proof -- injection` has all 300.
const [writing = { line: '', text: '', url: '', email: '' }] = writingsOf(injections.filter((_, i) => i % 23 === 0))

test('script-injection texts in every field are shown as texts on every screen', { tag: '@main' }, async ({
  ada,
  bob,
  server,
}) => {
  test.setTimeout(300_000)
  const { page, member } = ada
  await page.setViewportSize(PHONE)
  const found = watch(page, server.url)
  // The scripts of this test itself: the outbox runs none.
  ada.expects(/^Blocked script execution .* sandboxed/)
  const place = { page, found, url: server.url, owner: server.owner }
  const { problems } = await inject(place, member.http, [{ his: bob.member.http, writing }])
  expect(problems).toEqual([])

  // The same text as HTML is noticed.
  ada.expects(/Content Security Policy|404/)
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="/x" onerror="alert(1)">'))
  await expect.poll(() => found.length).toBeGreaterThan(0)
})
