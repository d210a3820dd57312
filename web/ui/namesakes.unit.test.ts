import { expect, test } from 'vitest'
import { about, type Offered } from './namesakes.ts'

let id = 0
const sam = (more: Partial<Offered> = {}): Offered => {
  id += 1
  const nothing = { title: null, company_name: '', location: null, created_at: '2026-03-04T18:00:00Z' }
  return { id, full_name: 'Sam Rivera', ...nothing, ...more } as Offered
}
const linesOf = (...members: Offered[]) => members.map(member => about(member, members))

test('a member without a namesake is shown with their work', () => {
  expect(linesOf(sam({ title: 'CEO', company_name: 'Lakeline' }), sam({ full_name: 'Sam Rivers' }))).toEqual([
    'CEO at Lakeline',
    '',
  ])
})

test('namesakes get as much as is needed to distinguish them: work, place, month, day, and last their number', () => {
  expect(linesOf(sam({ company_name: 'Lakeline' }), sam({ title: 'CTO' }))).toEqual(['Lakeline', 'CTO'])
  expect(linesOf(sam({ location: 'Chicago' }), sam({ location: 'Evanston' }))).toEqual(['Chicago', 'Evanston'])
  expect(linesOf(sam({ company_name: 'Lakeline' }), sam())).toEqual(['Lakeline', 'Member since March 2026'])
  expect(
    linesOf(sam(), sam({ created_at: '2026-04-01T02:00:00Z' }), sam({ created_at: '2026-05-09T12:00:00Z' })),
  ).toEqual(['Member since March 4, 2026', 'Member since March 31, 2026', 'Member since May 2026'])
  const [first, second] = [sam(), sam({ full_name: ' sam  rivera' })]
  expect(linesOf(first, second)).toEqual([
    `Member since March 4, 2026 · No. ${first.id}`,
    `Member since March 4, 2026 · No. ${second.id}`,
  ])
})
