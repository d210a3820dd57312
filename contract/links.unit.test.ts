import { expect, test } from 'vitest'
import {
  GitHub,
  githubUrl,
  isWebLink,
  LinkedIn,
  linkedinUrl,
  linkProblem,
  namesUser,
  Twitter,
  twitterName,
  twitterUrl,
  Website,
  webLink,
  websiteUrl,
} from './links.ts'

const accepts = (shape: typeof Website, value: string) => shape.safeParse(value).success

test('a name becomes the address of the profile there', { tags: ['MEM-94', 'MEM-95', 'MEM-96'] }, () => {
  expect(linkedinUrl('amara-osei')).toBe('https://linkedin.com/in/amara-osei')
  expect(twitterUrl('amara')).toBe('https://x.com/amara')
  expect(githubUrl('amara')).toBe('https://github.com/amara')
})

test('a leading @ is not part of the address', { tags: ['MEM-97', 'MEM-102'] }, () => {
  expect(linkedinUrl('@amara')).toBe('https://linkedin.com/in/amara')
  expect(twitterUrl('@amara')).toBe('https://x.com/amara')
  expect(githubUrl('@amara')).toBe('https://github.com/amara')
})

test('what begins with http is used unchanged', { tags: ['MEM-98'] }, () => {
  for (const link of ['https://www.linkedin.com/in/amara/', 'http://x.com/amara?s=20', 'HTTPS://github.com/amara'])
    for (const make of [linkedinUrl, twitterUrl, githubUrl]) expect(make(link)).toBe(link)
})

test('a LinkedIn value that is no link is a username, odd letters and all', { tags: ['MEM-103'] }, () => {
  expect(linkedinUrl('zoë osei')).toBe('https://linkedin.com/in/zo%C3%AB%20osei')
  expect(linkedinUrl('javascript:alert(1)')).toBe('https://linkedin.com/in/javascript%3Aalert(1)')
})

test('an address without a scheme gets https://', () => {
  expect(linkedinUrl('www.linkedin.com/in/amara')).toBe('https://www.linkedin.com/in/amara')
  expect(twitterUrl('x.com/amara')).toBe('https://x.com/amara')
  expect(githubUrl('github.com/amara')).toBe('https://github.com/amara')
})

test('a website gets https:// where it has no http', { tags: ['MEM-99', 'MEM-100'] }, () => {
  expect(websiteUrl('acme.com/about')).toBe('https://acme.com/about')
  expect(websiteUrl('http://acme.com')).toBe('http://acme.com')
  expect(websiteUrl('https://acme.com')).toBe('https://acme.com')
})

test('a link without a scheme gets https://, and other text is unchanged', () => {
  expect(webLink('zoom.us/j/1')).toBe('https://zoom.us/j/1')
  expect(webLink(' zoom.us:443/j/1?pwd=a ')).toBe('https://zoom.us:443/j/1?pwd=a')
  for (const same of ['', 'http://localhost:3000', 'HTTPS://x.example', 'javascript:alert(1)', 'mailto:a@b.example'])
    expect(webLink(same)).toBe(same)
  for (const same of ['ftp://x.example', 'two words', 'ask Ada']) expect(webLink(same)).toBe(same)
})

test('a stored link begins with http:// or https://, and has no username before its host', () => {
  for (const good of ['https://x.example', 'HTTP://x.example/a?b']) expect(isWebLink(good), good).toBe(true)
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'x.example', 'https://', 'ftp://x.example'])
    expect(isWebLink(bad), bad).toBe(false)
  for (const bad of [
    'https://user@x.example',
    'https://user:pass@x.example/',
    'https://:pass@x.example',
    'http:///u@x.example',
  ])
    expect([isWebLink(bad), namesUser(bad)], bad).toEqual([false, true])
  for (const good of ['https://x.example/@user', 'https://x.example?a@b', 'x.example'])
    expect(namesUser(good), good).toBe(false)
})

test('a link that opens another site than it shows is refused with a reason', () => {
  const unclear = [
    '\t',
    '\n\r',
    ' ',
    '\\',
    '\0',
    '\x7f',
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
  ]
  for (const sign of unclear)
    for (const link of [`https://a${sign}b.example`, `https://x.example/${sign}foo`]) {
      expect(isWebLink(link), JSON.stringify(link)).toBe(false)
      expect(accepts(Website, link), JSON.stringify(link)).toBe(false)
      expect(linkProblem(link, 'The link')).toBe(
        'The link must not contain blanks, backslashes or invisible characters.',
      )
    }
  for (const link of ['https:///evil.example', 'https:/evil.example', 'https:evil.example', 'https:\\\\evil.example'])
    expect([isWebLink(link), accepts(Website, link)], link).toEqual([false, false])
  for (const link of ['https://@x.example', 'https://:@x.example/', 'https://a@x.example']) {
    expect([isWebLink(link), accepts(Website, link), namesUser(link)], link).toEqual([false, false, true])
    expect(linkProblem(link, 'The link')).toBe('The link must not contain a username or password.')
  }
  for (const bad of ['//x.example', '/x.example', '@x.example', 'x\t.example', 'x.exa\u202emple'])
    expect(accepts(Website, bad), bad).toBe(false)
  for (const good of [
    'https://x.example/@user',
    'https://x.example//a',
    'https://münchen.example/straße?q=a@b#c',
    'http://[::1]:80/',
  ])
    expect([isWebLink(good), linkProblem(good, 'The link')], good).toEqual([true, undefined])
})

test('a Twitter handle reads with a leading @, however it was typed', { tags: ['MEM-101'] }, () => {
  for (const typed of ['amara', '@amara', 'x.com/amara', 'https://twitter.com/amara/'])
    expect(twitterName(typed)).toBe('@amara')
})

test('only web addresses are accepted as websites', () => {
  for (const good of ['acme.com', 'https://acme.com/x?y=1', 'http://sub.acme.co.uk:8080'])
    expect(accepts(Website, good), good).toBe(true)
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://acme.com',
    'acme',
    'ada@acme.com',
    'https://:pass@acme.com',
    'mailto:a@b.co',
    'a b.com',
  ])
    expect(accepts(Website, bad), bad).toBe(false)
  expect(Website.parse('  ')).toBe(null)
  expect(Website.parse(null)).toBe(null)
})

test('usernames and links are accepted, scripts are not', () => {
  for (const shape of [LinkedIn, Twitter, GitHub]) {
    for (const good of ['amara', '@amara_osei', 'zoë.osei-1', 'https://example.com/amara'])
      expect(accepts(shape, good), good).toBe(true)
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'https://', 'two words'])
      expect(accepts(shape, bad), bad).toBe(false)
  }
})
