import { expect, test } from 'vitest'
import type { Waiting } from '../../contract.ts'
import { addressOf, titleOf } from './drafts.ts'
import { reasonsFor, sentenceOf, textOf } from './sentence.ts'

const waiting = { request_id: 1, request_title: '', person: '', other: null, more: 0, at: '2026-11-17T18:00:00Z' }
const said = (more: Partial<Waiting> & Pick<Waiting, 'kind'>) => textOf(sentenceOf({ ...waiting, ...more }))

test('what waits is said without names and titles too', () => {
  expect(said({ kind: 'offer' })).toBe('A member offers to make the introduction for “Untitled”')
  expect(said({ kind: 'offer', person: 'Bob', more: 2 })).toBe(
    'Bob and 2 others offer to make the introduction for “Untitled”',
  )
  expect(said({ kind: 'question' })).toBe('A member would like to meet you. A member offers to introduce you')
  expect(said({ kind: 'report', request_title: 'Pilots' })).toBe(
    'A member accepted your offer. Ask the person for “Pilots”, then say what they answered',
  )
  expect(said({ kind: 'met', person: null })).toBe('Did you meet the person you asked for?')
  expect(said({ kind: 'asked', request_title: 'Pilots' })).toBe(
    'A member asks whether you can introduce them to somebody: “Pilots”',
  )
})

test('why I could help', () => {
  const request = { id: 1, request_title: '', user_name: '', target_person: null, areas: [], knows_target: false }
  expect(textOf(reasonsFor({ ...request, areas: ['Funding', 'Hiring', 'Legal Help'] }))).toBe(
    'They look for Funding, Hiring, and Legal Help, which you can help with',
  )
  expect(textOf(reasonsFor({ ...request, knows_target: true }))).toBe('You added or commented on this investor')
})

test('a draft leads to the form of a new row, or to where it was written; not to Home itself', () => {
  expect(addressOf({ name: 'investor:new', path: '/investors' })).toBe('/investors?investor=new')
  expect(addressOf({ name: 'introduction:new:member=7', path: '/create-introduction-request?member=7' })).toBe(
    '/create-introduction-request?member=7',
  )
  expect(addressOf({ name: 'welcome', path: '/' })).toBeUndefined()
  // Of an older version.
  expect(addressOf({ name: 'reply-to-3', path: undefined })).toBeUndefined()
  expect(titleOf({ place: 'A reply' })).toBe('Draft of a reply')
})
