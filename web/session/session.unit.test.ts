import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAuth } from './session.tsx'

test('outside its provider the auth context throws', { tags: ['AUTH-60'] }, () => {
  const Orphan = () => createElement('p', null, useAuth().status)
  expect(() => renderToString(createElement(Orphan))).toThrow('useAuth must be used within an AuthProvider')
})
