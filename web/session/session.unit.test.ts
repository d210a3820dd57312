import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAuth } from './session.tsx'

test('outside its provider the auth context throws', { tags: ['AUTH-60'] }, () => {
  const Lost = () => createElement('p', null, useAuth().status)
  expect(() => renderToString(createElement(Lost))).toThrow('useAuth must be used within an AuthProvider')
})
