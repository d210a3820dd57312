import { expect, test } from 'vitest'
import { commentProblem } from './comment-check.ts'

const right = { content: 'Good terms.', userId: 'a uuid', investorId: 7 }

test('a comment without an investor being viewed is not sent', { tags: ['INV-83'] }, () => {
  expect(commentProblem({ ...right, investorId: undefined })).toEqual([
    'Error',
    'Cannot post comment: No investor is being viewed',
  ])
})

test('a comment of spaces is empty', { tags: ['INV-81'] }, () => {
  expect(commentProblem({ ...right, content: ' \n\t ' })).toEqual(['Empty comment', 'Please enter a comment.'])
})

test('a comment needs somebody who is signed in', { tags: ['INV-82'] }, () => {
  expect(commentProblem({ ...right, userId: undefined })).toEqual([
    'Authentication required',
    'Please sign in to post a comment',
  ])
  expect(commentProblem(right)).toBeNull()
})
