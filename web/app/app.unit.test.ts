import { expect, test, vi } from 'vitest'
import { isPage, memberPages, publicPages } from '../../contract/page-addresses.ts'
import { router } from './app.tsx'

// The theme reads the page's root element as it loads, and there is no page here.
vi.mock('../shell/theme.ts', () => ({}))

/** The route's pattern and the values in it, as the browser would open this address. */
const opened = (path: string) => {
  const [, params, route] = router.getMatchedRoutes(path)
  return [route?.fullPath, { ...params }]
}

test('the member’s id is the last path segment in both shapes', { tags: ['NAV-24'] }, () => {
  expect(opened('/members/7')).toEqual(['/members/$id', { id: '7' }])
  expect(opened('/member/42')).toEqual(['/member/$id', { id: '42' }])
})

test('the browser’s routes are the pages that the server knows', () => {
  const asked = [...publicPages, ...memberPages].map(page => page.replaceAll(':', '$')).sort()
  const known = Object.keys(router.routesByPath).filter(path => path !== '/ui')
  expect(known.sort()).toEqual(asked)
  expect(isPage('/ui')).toBe(false)
})

test('/forum/new is its own address, not a topic', () => {
  expect(opened('/forum/new')).toEqual(['/forum/new', {}])
  expect(opened('/forum/12')).toEqual(['/forum/$id', { id: '12' }])
})
