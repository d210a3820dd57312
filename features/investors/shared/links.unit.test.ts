import { expect, test } from 'vitest'
import { linkedinLink, twitterLink, websiteLink } from './links.ts'

test('a website may be typed without its https://', () => {
  expect(websiteLink('bluestem.example')).toBe('https://bluestem.example/')
  expect(websiteLink(' http://bluestem.example/team ')).toBe('http://bluestem.example/team')
})

test('LinkedIn and Twitter take a name, a handle or an address', () => {
  expect(linkedinLink('ruth-abernathy')).toBe('https://www.linkedin.com/in/ruth-abernathy')
  expect(linkedinLink('linkedin.com/in/ruth')).toBe('https://linkedin.com/in/ruth')
  expect(twitterLink('@ruthab')).toBe('https://x.com/ruthab')
  expect(twitterLink('https://x.com/ruthab')).toBe('https://x.com/ruthab')
})

test('what does not lead to the web leads nowhere', () => {
  for (const text of [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'not a link',
    '',
  ])
    expect([websiteLink(text), twitterLink(text)]).toEqual([null, null])
  expect(websiteLink('https://bank.example@evil.example')).toBeNull()
})
