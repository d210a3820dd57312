import { expect, test } from 'vitest'
import { commentProblem } from './comment-check.ts'

const valid = { content: 'Good terms.', userId: 'a uuid', investorId: 7 }

test('a comment without an investor being viewed is not sent', { tags: ['INV-83'] }, () => {
  expect(commentProblem({ ...valid, investorId: undefined })).toEqual([
    'Error',
    'Cannot post comment: No investor is being viewed',
  ])
})

test('a comment of spaces is empty', { tags: ['INV-81'] }, () => {
  expect(commentProblem({ ...valid, content: ' \n\t ' })).toEqual(['Empty comment', 'Please enter a comment.'])
})

test('a comment needs somebody who is signed in', { tags: ['INV-82'] }, () => {
  expect(commentProblem({ ...valid, userId: undefined })).toEqual([
    'Authentication required',
    'Please sign in to post a comment',
  ])
  expect(commentProblem(valid)).toBeNull()
})
