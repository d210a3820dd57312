import { expect, test } from 'vitest'
import { CHECK_SIZES, FILTER_FOCUS_AREAS, FOCUS_AREAS, STAGES } from './options.ts'

test('the stages of investors, in order', { tags: ['TXT-13'] }, () => {
  expect(STAGES.join(', ')).toBe('Pre-seed, Seed, Series A, Series B, Series C+, Growth, All stages')
})

test('the focus areas, 15 in order', { tags: ['TXT-14'] }, () => {
  expect(FOCUS_AREAS.join(', ')).toBe(
    'SaaS, Fintech, Healthcare, E-commerce, Consumer, Enterprise, Marketplaces, AI/ML, Web3, Deeptech, Climate, Hardware, Media, Education, PropTech',
  )
})

test('the filter panel offers the first ten focus areas, up to Deeptech', { tags: ['TXT-15'] }, () => {
  expect(FILTER_FOCUS_AREAS).toHaveLength(10)
  expect(FILTER_FOCUS_AREAS.at(-1)).toBe('Deeptech')
})

test('the check sizes, in order', { tags: ['TXT-16'] }, () => {
  expect(CHECK_SIZES.join(', ')).toBe(
    'Under $50k, $50k-$100k, $100k-$250k, $250k-$500k, $500k-$1M, $1M-$3M, $3M-$5M, $5M+, Varies',
  )
})
