import { expect, test } from 'vitest'
import { contactMethods, fundraisingStatuses, helpTopics, industries, stages } from './options.ts'

test('TXT-03 the industries, in order', () => {
  expect(industries.join(', ')).toBe(
    'SaaS, Fintech, Healthcare, E-commerce, Marketplace, AI/ML, Consumer, Enterprise, Gaming, Media, Education, Web3, ' +
      'Climate/Clean Tech, Food & Beverage, Hardware, Real Estate, Travel, Other',
  )
})

test('TXT-04 the stages of members, in order', () => {
  expect(stages.join(', ')).toBe('Idea/Pre-Product, MVP, Pre-Seed, Seed, Series A, Series B+, Profitable, Bootstrapped')
})

test('TXT-05 the fundraising statuses, in order', () => {
  expect(fundraisingStatuses.join(', ')).toBe(
    'Not Fundraising, Preparing to Fundraise, Actively Fundraising, Recently Closed Round, Always Fundraising',
  )
})

test('TXT-06 what members need, in order', () => {
  expect(helpTopics.join(', ')).toBe(
    'Co-Founder, Hiring, Funding, Customers, Partnerships, Advisory, Product Feedback, Mentorship, Introductions, ' +
      'Technical Help, Marketing Help, Legal Help, Office Space',
  )
})

test('TXT-08 the contact methods, in order', () => {
  expect(contactMethods.join(', ')).toBe('Email, LinkedIn, Twitter, Website, Phone, In-Person, Any')
})
