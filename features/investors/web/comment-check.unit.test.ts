import { expect, test } from 'vitest'
import { commentProblem } from './comment-check.ts'

const right = { content: 'Good terms.', userId: 'a uuid', investorId: 7 }

test('INV-83 a comment without an investor being viewed is not sent', () => {
  expect(commentProblem({ ...right, investorId: undefined })).toEqual([
    'Error',
    'Cannot post comment: No investor is being viewed',
  ])
})

test('INV-81 a comment of spaces is empty', () => {
  expect(commentProblem({ ...right, content: ' \n\t ' })).toEqual(['Empty comment', 'Please enter a comment.'])
})

test('INV-82 a comment needs somebody who is signed in', () => {
  expect(commentProblem({ ...right, userId: undefined })).toEqual([
    'Authentication required',
    'Please sign in to post a comment',
  ])
  expect(commentProblem(right)).toBeNull()
})
