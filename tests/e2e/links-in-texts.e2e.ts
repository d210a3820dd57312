import { expect, lookAt, test } from './fixtures.ts'
import { type Screen, shows, type Writing, writeEverywhere } from './written.ts'

const writing: Writing = {
  line: 'Ada Osei',
  text: 'Read (https://example.com/a_(b)),\nor www.example.org. <b>Not</b> javascript:alert(1) https://bank.example@evil.example',
  url: 'https://example.net/',
  email: 'ada@example.com',
}

test('URLs in member texts are links, and everything else is plain text', async ({ ada, bob }) => {
  const { topic, event, investor, request, member } = await writeEverywhere(ada.member.http, bob.member.http, writing)
  /** The number of full texts on each screen. */
  const screens: (Screen & { texts: number })[] = [
    { address: `/forum/${topic}`, texts: 3 },
    { address: `/investors?investor=${investor}`, texts: 4 },
    { address: '/events', texts: 1 },
    { address: `/events?event=${event}`, texts: 2 },
    { address: `/introduction-requests?request=${request}`, texts: 5 },
    { address: '/resources', texts: 1 },
    { address: '/profile', texts: 2 },
    { address: `/members/${member}`, texts: 2 },
    { address: `/members?member=${member}`, texts: 2 },
  ]
  for (const { texts, ...screen } of screens)
    await test.step(screen.address, async () => {
      await shows(ada, screen)
      for (const [name, href] of [
        ['https://example.com/a_(b)', 'https://example.com/a_(b)'],
        ['www.example.org', 'https://www.example.org'],
      ]) {
        const links = ada.page.getByRole('link', { name, exact: true, includeHidden: true })
        await expect(links).toHaveCount(texts)
        for (const link of await links.all()) {
          await expect(link).toHaveAttribute('href', href as string)
          await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
          await expect(link).toHaveAttribute('target', '_blank')
          // A preceding bidi control character does not reorder it.
          await expect(link).toHaveCSS('unicode-bidi', 'isolate')
        }
      }
      await expect(ada.page.locator('main b, [role=dialog] b, a[href^="javascript"], a[href*="evil"]')).toHaveCount(0)
      await lookAt(ada.page, `links${screen.address.replace(/\W+/g, '-')}`)
    })
})
