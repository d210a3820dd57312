import { expect, test } from 'vitest'
import { draftOf } from '../../shared/blurb-draft.ts'
import { limits } from '../../shared/rules.ts'
import { beginning, shortened } from '../../shared/shorten.ts'
import { MAX_MAILTO, mailLink } from './mail.ts'

const me = {
  full_name: 'Ada Osei',
  title: 'CEO',
  company_name: 'Lakeline Freight',
  company_description: 'Drayage scheduling for rail ramps.',
  company_website: 'https://lakeline.example',
  website: null,
  bio: 'Eleven years in intermodal operations.',
}
const request = {
  request_title: 'Meet a dispatcher',
  context: 'We want to learn how drayage is booked',
  your_company: 'Lakeline Freight',
  target_person: 'Tom Nakamura',
  target_profile_id: 7,
  target_investor_id: null,
  urgency: 'medium' as const,
}
const empty = { full_name: '', title: null, company_name: '', company_description: '', company_website: null }

test('the draft says who I am, what we do, why this person, and what I ask for', () => {
  expect(
    draftOf(request, me),
  ).toBe(`I am Ada Osei, CEO at Lakeline Freight. What we do: Drayage scheduling for rail ramps.

I would like to meet Tom Nakamura. We want to learn how drayage is booked.

I hope for a call of 20 minutes in the next week or two. If it does not fit at the moment, I understand.

Thank you,
Ada Osei
CEO, Lakeline Freight
https://lakeline.example`)
})

test('it reads well with an empty profile, and without a target', () => {
  const nobody = { ...empty, website: null, bio: null }
  expect(
    draftOf({ ...request, target_person: null, urgency: 'high' }, { ...nobody, full_name: 'Ada' }),
  ).toBe(`I am Ada from Lakeline Freight.

What I am looking for: Meet a dispatcher. We want to learn how drayage is booked.

I hope for a call of 20 minutes this week. If it does not fit at the moment, I understand.

Thank you,
Ada
Lakeline Freight`)
  for (const profile of [null, nobody]) {
    const draft = draftOf({ ...request, your_company: '' }, profile)
    expect(draft).toMatch(/^I would like to meet Tom Nakamura\./)
    expect(draft).not.toMatch(/undefined|null|\n\n\n|\.\.|[ ,]$/)
    expect(draft).toMatch(/Thank you$/)
  }
  expect(draftOf(request, { ...me, full_name: '' })).toMatch(/^I am writing for Lakeline Freight\. What we do:/)
  expect(draftOf(request, { ...me, title: null, company_description: '' })).toMatch(
    /^I am Ada Osei from Lakeline Freight\. Eleven years in intermodal operations\.\n/,
  )
  expect(draftOf(request, { ...me, company_description: 'We book trucks!' })).toContain('Freight. We book trucks!\n')
})

test('a target that is not linked may be no name, and the words fit it', () => {
  const typed = { ...request, target_profile_id: null, target_person: 'A plant manager' }
  expect(draftOf(typed, me)).toContain(
    'I am looking for an introduction to: A plant manager. We want to learn how drayage is booked.',
  )
  expect(draftOf({ ...request, target_profile_id: null, target_investor_id: 3 }, me)).toContain(
    'I would like to meet Tom Nakamura.',
  )
})

test('no full stop is attached to an address', () => {
  for (const address of ['https://example.com', 'https://example.com/a?b=1', 'example.com/about', 'ada@example.com']) {
    const draft = draftOf(
      { ...request, context: `More: ${address}`, target_person: address },
      { ...me, company_description: `We book trucks, see ${address}` },
    )
    expect(draft).not.toContain(`${address}.`)
    expect(draft).toContain(`We book trucks, see ${address}\n\nI would like to meet ${address}\nMore: ${address}\n\n`)
  }
  expect(draftOf({ ...request, context: 'At 9 a.m' }, me)).toContain('At 9 a.m.\n')
})

test('the longest profile and request fit the limit', () => {
  const [line, text] = ['W'.repeat(200), 'word '.repeat(1000)]
  const link = (length: number) => `https://${'w'.repeat(length - 8)}`
  const profile = { full_name: line, title: line, company_name: line, company_description: text, bio: text }
  const all = {
    request_title: line,
    context: text,
    your_company: line,
    target_person: line,
    target_profile_id: null,
    target_investor_id: null,
    urgency: 'low' as const,
  }
  const draft = draftOf(all, { ...profile, company_website: link(200), website: null })
  expect(draft.length).toBeLessThanOrEqual(limits.blurb)
  expect(draft).toContain('word …')
  expect(draftOf(all, { ...me, company_website: link(201) })).not.toContain('https')
})

test('a long text is cut at a word, or between characters', () => {
  expect(shortened('one two three', 13)).toBe('one two three')
  expect(shortened('one two three', 12)).toBe('one two …')
  expect(beginning('🙂🙂🙂', 3)).toBe('🙂')
  expect(beginning('Donaudampfschiff', 5)).toBe('Donau')
})

test('a mail has subject and text with every sign, and only as much as mail programs take', () => {
  const subject = 'Ada & Tom: 50% + “more”?'
  const text = 'Zoë says: a=b&c #1\n\nhttps://x.example/?q=1%20&p=2 🙂'
  const read = (href: string) => new URLSearchParams(href.split('?')[1]?.replaceAll('+', '%2B'))
  const { href, isCut } = mailLink({ to: 'tom@example.com', subject, text })
  expect([isCut, read(href).get('subject'), read(href).get('body')]).toEqual([
    false,
    subject,
    text.replaceAll('\n', '\r\n'),
  ])
  expect(href).toMatch(/^mailto:tom@example\.com\?subject=Ada%20%26%20Tom/)
  expect(mailLink({ to: 'a?bcc=b@example.com', subject: '', text: '' }).href).toBe(
    'mailto:a%3Fbcc%3Db@example.com?subject=&body=',
  )
  for (const long of [
    'word '.repeat(800),
    'W'.repeat(4000),
    'مرحبا '.repeat(600),
    '🙂'.repeat(2000),
    '\ud83d'.repeat(3000),
  ]) {
    const cut = mailLink({ subject: 'x'.repeat(300), text: long })
    expect(cut.isCut).toBe(true)
    expect(cut.href.length).toBeLessThanOrEqual(MAX_MAILTO)
    expect(cut.href.length).toBeGreaterThan(MAX_MAILTO - 100)
    expect(read(cut.href).get('body')).toMatch(/ …$/)
  }
})
