import { expect, test } from 'vitest'
import { contactMethods, fundraisingStatuses, helpTopics, industries, stages } from './options.ts'

test('the industries, in order', { tags: ['TXT-03'] }, () => {
  expect(industries.join(', ')).toBe(
    'SaaS, Fintech, Healthcare, E-commerce, Marketplace, AI/ML, Consumer, Enterprise, Gaming, Media, Education, Web3, ' +
      'Climate/Clean Tech, Food & Beverage, Hardware, Real Estate, Travel, Other',
  )
})

test('the stages of members, in order', { tags: ['TXT-04'] }, () => {
  expect(stages.join(', ')).toBe('Idea/Pre-Product, MVP, Pre-Seed, Seed, Series A, Series B+, Profitable, Bootstrapped')
})

test('the fundraising statuses, in order', { tags: ['TXT-05'] }, () => {
  expect(fundraisingStatuses.join(', ')).toBe(
    'Not Fundraising, Preparing to Fundraise, Actively Fundraising, Recently Closed Round, Always Fundraising',
  )
})

test('what members need, in order', { tags: ['TXT-06'] }, () => {
  expect(helpTopics.join(', ')).toBe(
    'Co-Founder, Hiring, Funding, Customers, Partnerships, Advisory, Product Feedback, Mentorship, Introductions, ' +
      'Technical Help, Marketing Help, Legal Help, Office Space',
  )
})

test('the contact methods, in order', { tags: ['TXT-08'] }, () => {
  expect(contactMethods.join(', ')).toBe('Email, LinkedIn, Twitter, Website, Phone, In-Person, Any')
})
