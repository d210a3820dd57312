import { expect, test } from 'vitest'
import { changesToSend } from '../../../web/form/typed.ts'
import type { IntroductionRequest } from '../contract.ts'
import { type Values, valuesOf } from './values.ts'

const request: IntroductionRequest = {
  id: 7,
  user_id: '5f0c2f0e-8f6c-4a2e-9d5f-0b5b6a1c7d11',
  user_name: 'Ada Osei',
  profile_id: 1,
  avatar_url: null,
  request_title: 'Meet a dispatcher',
  context: 'Because trucks wait.',
  your_company: 'Lakeline Freight',
  target_person: null,
  target_profile_id: null,
  target_investor_id: null,
  urgency: 'medium',
  status: 'pending',
  comments_count: 0,
  quiet_since: null,
  created_at: '2026-11-15T03:00:00Z',
  updated_at: '2026-11-15T03:00:00Z',
  can_edit: true,
}

test('only what was edited is a change; blanks around a text are none', { tags: ['INTRO-34'] }, () => {
  const sent = (changes: Partial<Values>, stored = request) =>
    changesToSend({ over: { values: valuesOf(stored), version: 1 }, changes })
  expect(sent({})).toEqual({})
  expect(sent({ context: ' Because trucks wait. ', status: 'declined' })).toEqual({ status: 'declined' })
  expect(sent({ target_email: 'tom@example.com', urgency: 'high' })).toEqual({
    target_email: 'tom@example.com',
    urgency: 'high',
  })
  expect(sent({ target_person: '' }, { ...request, target_person: 'Tom' })).toEqual({ target_person: '' })
})
