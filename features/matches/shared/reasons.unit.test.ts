import { expect, test } from 'vitest'
import { reasonTexts } from './reasons.ts'

const none = { can_help_with: [], looks_for: [], industry: null, topics: [], events: [], stage: null, location: null }
const texts = (reasons: Partial<Parameters<typeof reasonTexts>[0]>) =>
  reasonTexts({ ...none, ...reasons }).map(({ text }) => text)

test('every reason is a sentence, the weightiest first', () => {
  expect(
    texts({
      location: 'West Loop',
      stage: 'Seed',
      topics: [{ id: 1, title: 'Payroll for two' }],
      events: [
        { id: 1, title: 'Founders breakfast' },
        { id: 2, title: 'Pitch night' },
      ],
      industry: 'Fintech',
      looks_for: ['Hiring'],
      can_help_with: ['Legal Help', 'Funding', 'Customers'],
    }),
  ).toEqual([
    'Can help with Legal Help, Funding, and Customers, which you look for',
    'Looks for Hiring, which you can help with',
    'Also in Fintech',
    'Wrote in “Payroll for two”, as you did',
    'Adds events, as you do: “Founders breakfast” and “Pitch night”',
    'Both at Seed',
    'Both in West Loop',
  ])
})

test('a stage that is an adjective reads as one', () => {
  expect(texts({ stage: 'Bootstrapped' })).toEqual(['Both bootstrapped'])
})

test('kept by a browser from before events were a reason: the other reasons', () => {
  const { events: _, ...earlier } = none
  expect(reasonTexts({ ...earlier, industry: 'Fintech' })).toEqual([{ kind: 'industry', text: 'Also in Fintech' }])
})

test('nothing in common: no words', () => {
  expect(texts({})).toEqual([])
})
